// Signals that the code hasn't taken, and waits of `receiveSignal` that none has come for.
import type { Wait } from './cancellation-scope.js'

/** A signal, wrapped: an empty payload is no time-out. */
export interface ReceivedSignal<Payload = unknown> {
  /** The first argument. */
  readonly payload: Payload
  readonly args: readonly unknown[]
}

export interface KeptSignal {
  readonly name: string
  readonly signal: ReceivedSignal
}

export interface PendingReceiver extends Wait {
  readonly name: string
  /** Of its time-out. */
  timerId: string | undefined
  readonly resolve: (signal: ReceivedSignal | undefined) => void
}
