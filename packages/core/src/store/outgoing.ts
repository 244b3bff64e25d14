// What a turn asks of other runs: written with the turn, carried out after its commit, by its worker or, if that died, by
// any other. Carrying one out twice changes nothing: starts have their run ids, messages their keys.
import type { OutgoingMessage } from './message.js'
import type { RunStart } from './run-start.js'

export type OutgoingRequest =
  | { readonly type: 'start'; readonly start: RunStart }
  | {
      readonly type: 'message'
      /**
       * For a workflow id, its open run. A run that closed passes it on to the run that goes on for it when `follows` is set,
       * or, for `resets`, when that is because it was reset.
       */
      readonly to: { readonly runId: string } | { readonly workflowId: string }
      readonly follows: boolean | 'resets'
      readonly message: Omit<OutgoingMessage, 'runId'>
    }

/** Names a request: the run that asks, and a number of its own within it. */
export interface OutgoingKey {
  readonly runId: string
  readonly position: number
}

export interface Outgoing extends OutgoingKey {
  readonly request: OutgoingRequest
}
