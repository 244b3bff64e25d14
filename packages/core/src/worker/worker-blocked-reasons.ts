// Reasons for which the worker, not the code, blocks a run.
import type { BlockedReason } from '../engine/blocked-reason.js'

/** A run that lost its owner this often in a row before anything was committed is set aside. */
export const quarantineAfter = 5
/** It is tried again after a day. */
export const quarantineMs = 86_400_000

export const lostTooOften = (takeovers: number): BlockedReason => ({
  code: 'FOLIOT_WORKER_LOST_REPEATEDLY',
  message:
    `The run lost its worker ${takeovers} times in a row before anything could be recorded, so it is set aside: it probably ends its process ` +
    '(out of memory, process.exit in an activity). It is tried again once a day; look at the workers’ last log lines, deploy a fix, then retry it.',
})

export const bundleUnavailable = (error: Error): BlockedReason => ({
  code: 'FOLIOT_BUNDLE_UNAVAILABLE',
  message: error.message,
})

export const commitRefused = (error: Error): BlockedReason => ({
  code: 'FOLIOT_COMMIT_REFUSED',
  message: error.message,
})
