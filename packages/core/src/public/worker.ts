// The entry point '@foliot/core/worker'.
export { ActivityNotRegisteredError } from '../worker/activity-not-registered-error.js'
export type { ArchivedEvent, ArchivedRun } from '../worker/archived-run.js'
export type { Logger } from '../worker/logger.js'
export type { RetentionOptions } from '../worker/retention-options.js'
export { Worker } from '../worker/worker.js'
export type { SandboxOptions, WorkerOptions } from '../worker/worker-options.js'
export type { DatabaseOption } from '../store/postgres/open-store.js'
