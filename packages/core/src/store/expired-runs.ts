// Closed runs that nobody needs any more: which they are, and their deletion.
//
// A run is expired when it closed longer ago than asked for and none of these holds:
// - requests to other runs are left of it in the outbox, or of its parent, which may be what starts it;
// - a child of it is open;
// - the run in which it continued is open, or closed not so long ago: who holds the id of the run before finds it;
// - it is how an open parent knows a child that goes on: the first run of a child that continued as new and is open.
// So a run that continues for years keeps the run before, and not all that went before that one.

export interface ExpiredRunsQuery {
  /** Closed longer ago than this. */
  readonly olderThanMs: number
  /** Runs of one answer. */
  readonly limit: number
  /** Runs that are looked at for one answer. */
  readonly scanLimit: number
  /** From the `next` of the answer before. */
  readonly after?: string
}

export interface ExpiredRun {
  readonly runId: string
  /** How many events its history has. */
  readonly events: number
}

export interface ExpiredRunsPage {
  /** In the order of their ids. */
  readonly runs: readonly ExpiredRun[]
  /** Where to go on; absent when all were looked at. */
  readonly next?: string
}

export interface RunDeletion {
  readonly runIds: readonly string[]
  readonly olderThanMs: number
}

/** Something that one worker at a time does for all. */
export interface DutyRequest {
  readonly name: string
  readonly holder: string
  readonly forMs: number
}
