// The strings that cross between the engine and the runtime inside a bundle: one Delivery in, as JSON text, one Answer
// out, as the text of answer-text.ts. `protocol` in the bundle's manifest numbers this format.
//
// A bundle exports one function, `activate(delivery: string): string`. It drains the microtask queue itself through
// `__foliot.drain()`. Whatever it throws is an engine error: the author's own errors are answered as FailRun.
import type { Payload } from '../codec/payload.js'
import type { Command } from '../history/command.js'
import type { PatchRecordedData } from '../history/event-data.js'
import type { InputEventType } from '../history/event-type.js'

export const deliveryProtocol = 1

/** The JSON that `activate` takes. */
export interface Delivery {
  /** `now()` of this activation: recordedAt of the delivered event, in milliseconds. */
  readonly now: number
  /** True when the outputs of this delivery are already recorded. */
  readonly replaying: boolean
  /** Set when the history before this delivery is so long that the run should continue as new. */
  readonly isLong?: boolean
  /** Set when the run was reset just before: the id that it has from here on. */
  readonly runId?: string
  /** The input events of this delivery, in order, with their data as parsed JSON. */
  readonly events: readonly { readonly type: InputEventType; readonly data: unknown }[]
  /** In replay: the recorded side effects that follow this delivery, as data of SideEffectRecorded, in order. */
  readonly recorded?: readonly unknown[]
  /** In replay: the patches that are recorded after this delivery, as data of PatchRecorded. */
  readonly patches?: readonly PatchRecordedData[]
  /** Asks for the stack of the call behind each command. Slow; used to explain a mismatch. */
  readonly trace?: boolean
  /** A question to the code as it stands, after the events that it has seen. Such a delivery has no events. */
  readonly query?: QueryDelivery
}

export interface QueryDelivery {
  readonly name: string
  readonly args: readonly Payload[]
}

export type QueryAnswer =
  | { readonly type: 'answered'; /** JSON text of the encoded answer. */ readonly result: string }
  | { readonly type: 'failed'; /** JSON text of a Failure. */ readonly failure: string }

/** An update that its validator refused: its event is not recorded. */
export interface RejectedUpdate {
  /** Index of its event in the delivery. */
  readonly event: number
  /** JSON text of a Failure. */
  readonly failure: string
}

/** What `activate` returns, written by answer-text.ts, once the microtask queue is dry. */
export interface Answer {
  readonly commands: readonly Command[]
  /** Index-aligned with `commands`, when `trace` was asked for. */
  readonly stacks?: readonly string[]
  readonly rejected?: readonly RejectedUpdate[]
  /** To a delivery with a query. */
  readonly query?: QueryAnswer
}
