// The entry point '@foliot/core/worker'.
export { ActivityNotRegisteredError } from '../worker/activity-not-registered-error.js'
export type { DrainOptions, Drained } from '../worker/drain-options.js'
export { DrainRefusedError } from '../worker/drain-refused-error.js'
export type { Logger } from '../worker/logger.js'
export { Worker } from '../worker/worker.js'
export type { SandboxOptions, WorkerOptions } from '../worker/worker-options.js'
export type { DatabaseOption } from '../store/postgres/open-store.js'
