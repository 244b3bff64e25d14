// The port of a wake transport: something that brings a small message back after a while, such as a queue with delays.
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { WakeMessage } from './wake-message.js'

/**
 * Brings messages back after a delay. They are hints: nothing depends on one, and it may be lost, late, early or repeated.
 */
export interface WakeTransport {
  /** The longest delay that `send` takes. What is further away is reached in hops, with a fresh message each. */
  readonly maxDelayMs: number
  /**
   * Delays are rounded up to a multiple of this.
   *
   * @default 1
   */
  readonly granularityMs?: number
  /** Takes a message that arrives `delayMs` from now. Rejects when it wasn't taken. */
  send(message: WakeMessage, delayMs: number): Promise<void>
}

/** @throws InvalidOptionError */
export const checkWakeTransport = (option: string, transport: unknown): WakeTransport => {
  const { maxDelayMs, granularityMs = 1, send } = Object(transport) as Partial<WakeTransport>
  if (typeof send !== 'function') {
    throw new InvalidOptionError(option, 'a wake transport, which has a function `send`', transport)
  }
  if (!(typeof granularityMs === 'number' && granularityMs >= 1 && Number.isFinite(granularityMs))) {
    throw new InvalidOptionError(`${option}.granularityMs`, 'a finite number of at least 1', granularityMs)
  }
  if (!(typeof maxDelayMs === 'number' && maxDelayMs >= granularityMs && Number.isFinite(maxDelayMs))) {
    throw new InvalidOptionError(`${option}.maxDelayMs`, `a finite number of at least ${granularityMs}`, maxDelayMs)
  }
  return transport as WakeTransport
}

/** The delay of the next message towards something that is so far away: rounded up, and no longer than a message takes. */
export const hopDelayMs = (
  { maxDelayMs, granularityMs = 1 }: Pick<WakeTransport, 'maxDelayMs' | 'granularityMs'>,
  remainingMs: number,
): number => {
  const longest = Math.floor(maxDelayMs / granularityMs) * granularityMs
  return Math.min(longest, Math.ceil(Math.max(0, remainingMs) / granularityMs) * granularityMs)
}
