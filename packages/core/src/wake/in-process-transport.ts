// The wake transport of a single process: timers. Its messages end with the process.
import { checkOptionNames } from '../base/check-option-names.js'
import type { Clock, ClockTimer } from '../base/clock.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { systemClock } from '../base/system-clock.js'
import type { WakeMessage } from './wake-message.js'
import { checkWakeTransport, type WakeTransport } from './wake-transport.js'

export interface InProcessTransportOptions {
  /** Called when a message arrives. When it throws or rejects, the message arrives again: after 1 s, 2 s, 4 s … 60 s. */
  readonly onMessage: (message: WakeMessage) => unknown
  /**
   * The longest delay of one message.
   *
   * @default 2147483647, which is what `setTimeout` takes
   */
  readonly maxDelayMs?: number
  /** What the delays are measured with. @default the clock of the process */
  readonly clock?: Clock
}

export interface InProcessTransport extends WakeTransport, Disposable {
  /** Messages that are on their way. */
  readonly pending: number
  /** Forgets the messages that are on their way, and takes no more. */
  close(): void
}

/**
 * A wake transport made of timers, for tests and for processes that live anyway. A message on its way keeps the process
 * alive.
 *
 * @example
 * const transport = inProcessTransport({ onMessage: (message) => wake.receive(message) })
 * const wake = Wake.create({ worker, transport })
 *
 * @throws InvalidOptionError
 */
export const inProcessTransport = (options: InProcessTransportOptions): InProcessTransport => {
  checkOptionNames('inProcessTransport', options, ['onMessage', 'maxDelayMs', 'clock'])
  const { onMessage, maxDelayMs = 2 ** 31 - 1, clock = systemClock } = options
  if (typeof onMessage !== 'function') throw new InvalidOptionError('onMessage', 'a function', onMessage)
  const timers = new Set<ClockTimer>()
  let closed = false

  const deliverIn = (delayMs: number, message: WakeMessage, failures: number): void => {
    if (closed) return
    const timer = clock.setTimer(delayMs, () => {
      timers.delete(timer)
      void deliver(message, failures)
    })
    timers.add(timer)
  }

  const deliver = async (message: WakeMessage, failures: number): Promise<void> => {
    try {
      await onMessage(message)
    } catch (error) {
      const retryMs = Math.min(60_000, 1_000 * 2 ** failures)
      process.emitWarning(
        `A wake message for the task queue ${JSON.stringify(message.taskQueue)} wasn’t handled and arrives again in ` +
          `${retryMs / 1_000} s: ${String(error)}`,
        { type: 'FoliotWarning', code: 'FOLIOT_WAKE_NOT_HANDLED' },
      )
      deliverIn(retryMs, message, failures + 1)
    }
  }

  const close = (): void => {
    closed = true
    for (const timer of timers) timer.cancel()
    timers.clear()
  }

  const transport: InProcessTransport = {
    maxDelayMs,
    send: async (message, delayMs) => {
      if (closed) throw new Error('The wake transport is closed.')
      if (!(delayMs <= maxDelayMs)) throw new InvalidOptionError('delayMs', `at most ${maxDelayMs} ms`, delayMs)
      deliverIn(delayMs, message, 0)
    },
    get pending() {
      return timers.size
    },
    close,
    [Symbol.dispose]: close,
  }
  checkWakeTransport('inProcessTransport', transport)
  return transport
}
