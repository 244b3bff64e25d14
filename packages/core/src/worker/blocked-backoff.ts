// When a blocked run is tried again: 5 s doubling to 5 min.

const firstMs = 5_000
const longestMs = 300_000

/** Milliseconds until the next try of a run that was blocked `attempts` times in a row before. */
export const blockedBackoffMs = (attempts: number): number => Math.min(longestMs, firstMs * 2 ** Math.min(attempts, 16))
