// A message for a run: what anybody but the run's owner may leave in its inbox.

export type MessageKind =
  | 'activity-result'
  | 'terminate'
  | 'signal'
  | 'update'
  | 'cancel'
  | 'child-result'
  | 'pause'
  | 'resume'
  | 'reschedule-timer'
  /** Ends the run and begins another with a part of its history; its owner does it. */
  | 'reset'
  /** Tells a run that began anew what it was reset from. */
  | 'reset-note'

export interface OutgoingMessage {
  readonly runId: string
  readonly kind: MessageKind
  /** A second message of the same run and key is dropped, also after the first was consumed. */
  readonly key?: string
  /** JSON text. */
  readonly data: string
}

export type SendOutcome =
  | { readonly type: 'sent'; readonly mail: number }
  | { readonly type: 'duplicate' }
  /** The run is closed or was never there. */
  | { readonly type: 'not-open' }

export interface InboxMessage {
  readonly runId: string
  /** 1, 2, 3… within the run, in order of acceptance. */
  readonly mail: number
  readonly kind: MessageKind
  readonly receivedAt: number
  readonly data: string
}
