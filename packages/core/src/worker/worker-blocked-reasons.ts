// Reasons for which the worker, not the code, blocks a run.
import type { BlockedReason } from '../engine/blocked-reason.js'

export const lostTooOften = (takeovers: number, delayMs: number): BlockedReason => ({
  code: 'FOLIOT_WORKER_LOST_REPEATEDLY',
  message:
    `The run lost its worker ${takeovers} times in a row before anything could be recorded, so it is set aside for ${Math.round(delayMs / 1_000)} s, ` +
    'and for longer each further time. Either it ends its process (out of memory, process.exit in an activity), or workers were killed ' +
    'often for another reason: look at their last log lines, and deploy a fix.',
})

export const bundleUnavailable = (error: Error): BlockedReason => ({
  code: 'FOLIOT_BUNDLE_UNAVAILABLE',
  message: error.message,
})

export const commitRefused = (error: Error): BlockedReason => ({
  code: 'FOLIOT_COMMIT_REFUSED',
  message: error.message,
})
