// A run by one of its ids, and how to find it in the database.
import { describeValue } from '../base/describe-value.js'
import type { RunRecord, RunReference } from '../store/run-record.js'
import type { ClientSession } from './client-session.js'
import { RunNotFoundError } from './run-not-found-error.js'

export class NamedRun {
  readonly session: ClientSession
  readonly #runId: string | undefined
  readonly #workflowId: string | undefined

  constructor(session: ClientSession, ids: { readonly runId?: string; readonly workflowId?: string }) {
    this.session = session
    this.#runId = ids.runId
    this.#workflowId = ids.workflowId
  }

  /** For messages to people. */
  get label(): string {
    return this.#workflowId === undefined
      ? `Run ${this.#runId}`
      : `The run of workflow id ${describeValue(this.#workflowId)}`
  }

  /** Of a workflow id: that of its newest run. */
  async currentId(): Promise<string> {
    return this.#runId ?? (await this.look()).runId
  }

  /** @throws RunNotFoundError */
  async look(): Promise<RunRecord> {
    const reference: RunReference =
      this.#runId === undefined ? { workflowId: this.#workflowId ?? '' } : { runId: this.#runId }
    const [run] = await this.session.call((store) => store.describeRuns([reference]))
    if (run === undefined) throw new RunNotFoundError(reference)
    return run
  }
}
