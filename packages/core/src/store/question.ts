// Queries on their way: a client leaves a question, some worker its answer. They touch neither inbox nor history, and a
// crash of the database may lose them: whoever asked asks again.

export interface Question {
  readonly queryId: string
  readonly runId: string
  readonly name: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
  /** Nobody waits for the answer after this. */
  readonly timeoutMs: number
}

export type AskOutcome = 'asked' | 'no-run'

/** A question that a worker may answer: its own run's, or one of its queues that nobody owns. */
export interface OpenQuestion extends Omit<Question, 'timeoutMs'> {
  /** The run's; absent before its first turn. */
  readonly bundle?: string
}

export interface Answer {
  readonly queryId: string
  /** JSON text: `{"result": …}`, or `{"failure": …}` with a Failure. */
  readonly answer: string
}
