// What became of an update, for whoever sent it: written with the turn that ended or refused it.

export interface UpdateOutcome {
  readonly updateId: string
  /** JSON text: `{"updateId":…}` with a `result`, a `failure` of its handler, or the `rejection` that kept it from running. */
  readonly outcome: string
}
