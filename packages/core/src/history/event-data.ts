// The shape of `data` for each event type. All fields are JSON; a `Payload` is a value encoded by codec/, a `Failure`
// an error encoded by codec/. Instants are ISO strings in UTC with milliseconds, so that people can read them in SQL.
import type { ChildOutcome } from '../codec/child-failure.js'
import type { Failure } from '../codec/failure.js'
import type { Payload } from '../codec/payload.js'
import type { FrozenActivityOptions } from './frozen-activity-options.js'

export interface RunStartedData {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  readonly bundle: string
  readonly flags: readonly number[]
  readonly args: readonly Payload[]
}

/** `sleep`: the code waits for nothing else with it; `timer`: a handle; `timeout`: of a condition. */
export type TimerKind = 'sleep' | 'timer' | 'timeout'

export interface TimerStartedData {
  readonly timerId: string
  readonly kind: TimerKind
  /** Absent when the author gave an instant. */
  readonly durationMs?: number
  /** Absent for a timer whose clock begins when it is waited for: TimerArmed tells it. */
  readonly fireAt?: string
}

export interface TimerArmedData {
  readonly timerId: string
  readonly fireAt: string
}

export interface TimerFiredData {
  readonly timerId: string
}

export interface TimerCancelledData {
  readonly timerId: string
}

export interface ActivityScheduledData {
  readonly activityId: string
  readonly name: string
  readonly args: readonly Payload[]
  readonly options: FrozenActivityOptions
}

export interface ActivityCompletedData {
  readonly activityId: string
  readonly attempt: number
  readonly result: Payload
}

export interface ActivityFailedData {
  readonly activityId: string
  readonly attempt: number
  readonly failure: Failure
}

export type ActivityTimeoutKind = 'start-to-close' | 'schedule-to-close' | 'schedule-to-start' | 'heartbeat'

export interface ActivityTimedOutData {
  readonly activityId: string
  readonly attempt: number
  readonly timeout: ActivityTimeoutKind
  readonly failure: Failure
}

export interface ActivityCancelledData {
  readonly activityId: string
  readonly attempt: number
  readonly failure: Failure
}

/** What becomes of a child when its parent ends: it is asked to cancel, terminated, or left alone. */
export type ParentClosePolicy = 'request-cancel' | 'terminate' | 'abandon'

export interface ChildRequestedData {
  readonly childId: string
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly args: readonly Payload[]
  /** Absent for that of the parent. */
  readonly taskQueue?: string
  readonly runTimeoutMs?: number
  readonly parentClosePolicy: ParentClosePolicy
}

export interface ChildCompletedData {
  readonly childId: string
  readonly result: Payload
}

export interface ChildFailedData {
  readonly childId: string
  readonly outcome: ChildOutcome
  readonly failure: Failure
}

export interface ChildCancelRequestedData {
  readonly childId: string
  readonly runId: string
  readonly reason?: string
}

/** To a child by its run id, to any other by its workflow id. */
export interface SignalSentData {
  readonly childId?: string
  readonly runId?: string
  readonly workflowId?: string
  readonly name: string
  readonly args: readonly Payload[]
}

/** What every message carries. */
export interface MessageData {
  /** The delivery mark: number of the first event of the messages that were delivered together. */
  readonly delivery: number
  /** When it was accepted, in database time. */
  readonly receivedAt: string
}

export interface SignalReceivedData extends MessageData {
  readonly name: string
  readonly args: readonly Payload[]
}

export interface UpdateAcceptedData extends MessageData {
  readonly updateId: string
  readonly name: string
  readonly args: readonly Payload[]
}

export interface UpdateCompletedData {
  readonly updateId: string
  readonly result?: Payload
  readonly failure?: Failure
}

export interface CancelRequestedData extends MessageData {
  readonly reason?: string
}

/** The run doesn't wait for the activity any more: how it ends isn't recorded. */
export interface ActivityCancelRequestedData {
  readonly activityId: string
}

export interface PatchRecordedData {
  readonly patchId: string
  readonly deprecated?: true
}

export interface RunCancelledData {
  readonly failure: Failure
}

export interface SideEffectRecordedData {
  readonly sideEffectId: string
  readonly value?: Payload
  readonly failure?: Failure
}

export interface RunCompletedData {
  readonly result: Payload
}

export interface RunFailedData {
  readonly failure: Failure
  /** Set when the failure is a rejected promise that nobody handled: replay expects no command for it, or a result. */
  readonly unhandled?: true
}

export interface RunContinuedAsNewData {
  readonly newRunId: string
  readonly args: readonly Payload[]
  /** Those that the new run finds in its inbox. */
  readonly signals?: readonly { readonly name: string; readonly args: readonly Payload[] }[]
}

export interface RunTimedOutData {
  readonly timeout: 'run' | 'execution'
}

export interface RunTerminatedData {
  readonly reason: string
}

export interface RunRepinnedData {
  readonly fromBundle: string
  readonly toBundle: string
}

/** Who did something to a run from outside, and why. */
export interface OperatorNote {
  readonly reason?: string
  readonly by?: string
}

export type RunPausedData = OperatorNote

export type RunResumedData = OperatorNote

export interface TimerRescheduledData extends OperatorNote {
  readonly timerId: string
  readonly fireAt: string
}

/** Where a run leaves the history of the run that it was reset from: what comes before was copied. */
export interface RunResetData extends OperatorNote {
  readonly fromRunId: string
  /** The id that the run has from here on. Absent when it began anew, and nothing was copied. */
  readonly runId?: string
}

export interface EventDataByType {
  readonly RunStarted: RunStartedData
  readonly TimerFired: TimerFiredData
  readonly ActivityCompleted: ActivityCompletedData
  readonly ActivityFailed: ActivityFailedData
  readonly ActivityTimedOut: ActivityTimedOutData
  readonly ActivityCancelled: ActivityCancelledData
  readonly ChildRequested: ChildRequestedData
  readonly ChildCompleted: ChildCompletedData
  readonly ChildFailed: ChildFailedData
  readonly ChildCancelRequested: ChildCancelRequestedData
  readonly SignalSent: SignalSentData
  readonly SignalReceived: SignalReceivedData
  readonly UpdateAccepted: UpdateAcceptedData
  readonly CancelRequested: CancelRequestedData
  readonly ActivityScheduled: ActivityScheduledData
  readonly ActivityCancelRequested: ActivityCancelRequestedData
  readonly TimerStarted: TimerStartedData
  readonly TimerArmed: TimerArmedData
  readonly TimerCancelled: TimerCancelledData
  readonly SideEffectRecorded: SideEffectRecordedData
  readonly PatchRecorded: PatchRecordedData
  readonly UpdateCompleted: UpdateCompletedData
  readonly RunCompleted: RunCompletedData
  readonly RunFailed: RunFailedData
  readonly RunCancelled: RunCancelledData
  readonly RunContinuedAsNew: RunContinuedAsNewData
  readonly RunTimedOut: RunTimedOutData
  readonly RunTerminated: RunTerminatedData
  readonly RunRepinned: RunRepinnedData
  readonly RunPaused: RunPausedData
  readonly RunResumed: RunResumedData
  readonly TimerRescheduled: TimerRescheduledData
  readonly RunReset: RunResetData
}
