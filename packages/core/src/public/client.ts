// The entry point '@foliot/core/client': starting runs and looking at them.
export { Client, type ResultFor, type UpdatedRun } from '../client/client.js'
export { ClientClosedError } from '../client/client-closed-error.js'
export type { BundleCatalog } from '../client/bundle-catalog.js'
export type { ConnectOptions } from '../client/connect-options.js'
export type { LifecycleEnding, LifecycleEvent, LifecycleEventType } from '../client/lifecycle-event.js'
export { explainRun } from '../client/explain-run.js'
export type { ExplanationCode, RunExplanation, RunFacts } from '../client/explain-run.js'
export type { ListOptions, ListPage } from '../client/list-options.js'
export { QueryFailedError } from '../client/query-failed-error.js'
export { QueryTimeoutError } from '../client/query-timeout-error.js'
export { ResultTimeoutError } from '../client/result-timeout-error.js'
export type { RunDescription } from '../client/run-description.js'
export type { RunEvent } from '../client/run-event.js'
export type { RunHandle, StartedRun } from '../client/run-handle.js'
export type {
  DescribeOptions,
  HistoryOptions,
  ResultOptions,
  RunQueryOptions,
  WatchOptions,
} from '../client/run-handle-options.js'
export type { OpenTimerDescription } from '../client/open-timer-description.js'
export type { OperatorOptions, RunOperation } from '../client/operate-run.js'
export { ResetPendingError } from '../client/reset-pending-error.js'
export type { ResetOptions, ResetRun, RetryOptions } from '../client/reset-run.js'
export { ResetPointNotFoundError, RunNotRetryableError } from '../engine/reset-point.js'
export { TimerNotOpenError } from '../client/timer-not-open-error.js'
export type { OperationAction } from '../store/operation.js'
export { RunClosedError } from '../client/run-closed-error.js'
export { RunNotFoundError } from '../client/run-not-found-error.js'
export type { SignalRunOptions, UpdateRunOptions } from '../client/send-to-run.js'
export type {
  CommonStartOptions,
  NamedSignal,
  NamedUpdate,
  SignalWithStartOptions,
  StartOptions,
  UpdateWithStartOptions,
} from '../client/start-options.js'
export { UnknownWorkflowError } from '../client/unknown-workflow-error.js'
export { UpdateFailedError } from '../client/update-failed-error.js'
export { UpdateRejectedError } from '../client/update-rejected-error.js'
export { UpdateTimeoutError } from '../client/update-timeout-error.js'
export { WorkflowAlreadyOpenError } from '../client/workflow-already-open-error.js'
export { WorkflowCancelledError } from '../client/workflow-cancelled-error.js'
export { WorkflowContinuedError } from '../client/workflow-continued-error.js'
export { WorkflowIdReuseRefusedError } from '../client/workflow-id-reuse-refused-error.js'
export { WorkflowTerminatedError } from '../client/workflow-terminated-error.js'
export { WorkflowTimedOutError } from '../client/workflow-timed-out-error.js'
export type { Bundle } from '../authoring/bundle.js'
export { BundleCorruptError } from '../authoring/bundle-corrupt-error.js'
export { NotAWorkflowError } from '../authoring/not-a-workflow-error.js'
export { BundleNotFoundError } from '../authoring/read-bundle.js'
export type { WorkflowArgs, WorkflowClass, WorkflowResult } from '../authoring/workflow-class.js'
export type { Duration } from '../base/duration.js'
export { FoliotError } from '../base/foliot-error.js'
export type { Instant } from '../base/instant.js'
export { InvalidOptionError } from '../base/invalid-option-error.js'
export { ActivityFailure } from '../codec/activity-failure.js'
export { ActivityTimeoutFailure } from '../codec/activity-timeout-failure.js'
export { ApplicationFailure } from '../codec/application-failure.js'
export { CancelledFailure } from '../codec/cancelled-failure.js'
export { ChildFailure } from '../codec/child-failure.js'
export type { ChildOutcome } from '../codec/child-failure.js'
export type { Failure } from '../codec/failure.js'
export { PayloadTooLargeError } from '../codec/payload-too-large-error.js'
export { PayloadUnreadableError } from '../codec/payload-unreadable-error.js'
export { UnencodableValueError } from '../codec/unencodable-value-error.js'
export { WorkflowFailedError } from '../codec/workflow-failed-error.js'
export type { BlockedReason } from '../engine/blocked-reason.js'
export type { BundleChange, BundleRegistration } from '../store/bundle-registration.js'
export type { RunReference, RunStatus } from '../store/run-record.js'
export type { ConflictPolicy, ReusePolicy } from '../store/run-start.js'
export { UnknownBundleError } from '../store/unknown-bundle-error.js'
export type { DatabaseOption } from '../store/postgres/connect.js'
export { DatabaseUnavailableError } from '../store/postgres/database-unavailable-error.js'
export {
  SchemaMissingError,
  SchemaOutdatedError,
  SchemaTooNewError,
} from '../store/postgres/migration/schema-errors.js'
