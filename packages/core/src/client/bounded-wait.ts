// Ends a wait early: at a time-out of the client's clock, or when the caller's signal aborts.
import type { Clock } from '../base/clock.js'

export interface WaitBounds {
  readonly clock: Clock
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** The error of the time-out. */
  readonly onTimeout?: (timeoutMs: number) => Error
}

/** Settles as `wait` does, or rejects with the error of the bound that is reached first. */
export const boundedWait = <T>(wait: Promise<T>, bounds: WaitBounds): Promise<T> => {
  const { clock, timeoutMs, signal, onTimeout } = bounds
  if (timeoutMs === undefined && signal === undefined) return wait
  return new Promise<T>((resolve, reject) => {
    const timer =
      timeoutMs === undefined || onTimeout === undefined
        ? undefined
        : clock.setTimer(timeoutMs, () => settle(() => reject(onTimeout(timeoutMs))))
    const onAbort = (): void => settle(() => reject(signal?.reason))
    const settle = (how: () => void): void => {
      timer?.cancel()
      signal?.removeEventListener('abort', onAbort)
      how()
    }
    wait.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
    if (signal?.aborted === true) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
