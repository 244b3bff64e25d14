// How long to wait before trying the database again: 50 ms doubling to 2 s, with jitter so that workers don't return in step.
import { webcrypto } from 'node:crypto'

const firstMs = 50
const longestMs = 2_000

/** Milliseconds to wait after the failed try number `attempt`, from 0. */
export const reconnectDelayMs = (attempt: number): number => {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 10))
  const [entropy] = webcrypto.getRandomValues(new Uint32Array(1))
  return full * (0.5 + entropy! / 2 ** 33)
}
