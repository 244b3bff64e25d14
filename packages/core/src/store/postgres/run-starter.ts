// Starts runs by their policies: in one statement for all where it can be, in a short transaction each where earlier runs
// of the workflow id have a say.
import { mayReuse } from '../reuse-policy.js'
import type { RunStatus } from '../run-record.js'
import type { RunStart, StartOutcome } from '../run-start.js'
import { isContention, isTakenKey } from './database-failure.js'
import type { SqlRunner, SqlDriver, SqlRow } from './driver/sql-driver.js'
import { inTransaction } from './driver/transaction.js'
import { retryContention } from './retry-contention.js'
import type { Statements } from './statements.js'
import { explainStartsValues, hasExtras, startRunsValues, startWithExtrasValues } from './statements/start-runs.js'

const rounds = 20

export class RunStarter {
  readonly #driver: SqlDriver
  readonly #hot: SqlRunner
  readonly #statements: Statements

  constructor(driver: SqlDriver, hot: SqlRunner, statements: Statements) {
    this.#driver = driver
    this.#hot = hot
    this.#statements = statements
  }

  /** A conflict under `terminate-existing` is answered as one; ending the open run is the caller's. */
  async start(starts: readonly RunStart[]): Promise<readonly StartOutcome[]> {
    const outcomes = new Map<string, StartOutcome>()
    for (const start of distinct(starts.filter(startsAlone))) outcomes.set(start.runId, await this.#startAlone(start))
    const together = distinct(starts.filter((start) => !startsAlone(start)))
    const started = await this.#startTogether(together)
    return starts.map(({ runId }) => (outcomes.get(runId) ?? started.get(runId)) as StartOutcome)
  }

  async #startTogether(starts: readonly RunStart[]): Promise<ReadonlyMap<string, StartOutcome>> {
    const outcomes = new Map<string, StartOutcome>()
    let left = starts
    for (let round = 0; left.length > 0; round++) {
      if (round === rounds) throw new Error(`Starting ${left.length} runs met other runs of their ids, ever new ones.`)
      const group = oneOfEachWorkflow(left)
      const values = startRunsValues(group)
      const insert = () => this.#hot.run(this.#statements.startRuns, values)
      const [row] = await retryContention(insert, isRetried)
      if (Number(row?.[0]) === group.length) {
        for (const { runId } of group) outcomes.set(runId, { type: 'started', runId })
      } else {
        const rows = await this.#hot.run(this.#statements.explainStarts, explainStartsValues(group))
        group.forEach((start, i) => {
          const outcome = explain(start, rows[i])
          if (outcome !== undefined) outcomes.set(start.runId, outcome)
        })
      }
      left = left.filter(({ runId }) => !outcomes.has(runId))
    }
    return outcomes
  }

  /** The hot row first: it keeps every other start of the id away until it is known whether the id may be used again. */
  async #startAlone(start: RunStart): Promise<StartOutcome> {
    for (let round = 0; round < rounds; round++) {
      const begin = () => inTransaction(this.#driver, (connection) => this.#beginAlone(connection, start))
      const outcome = await retryContention(begin, isRetried).catch((error: unknown) => {
        if (error instanceof ReuseRefused) return error.outcome
        throw error
      })
      if (outcome !== undefined) return outcome
      const [row] = await this.#driver.run(this.#statements.explainStarts, explainStartsValues([start]))
      const explained = explain(start, row)
      if (explained !== undefined) return explained
    }
    throw new Error(`Starting ${start.workflowId} met other runs of that id, ever new ones.`)
  }

  async #beginAlone(connection: SqlRunner, start: RunStart): Promise<StartOutcome | undefined> {
    const rows = hasExtras(start)
      ? await connection.run(this.#statements.startWithExtras, startWithExtrasValues(start))
      : await connection.run(this.#statements.startRuns, startRunsValues([start]))
    if (rows[0]?.[0] !== '1') return undefined
    const [last] = await connection.run(this.#statements.lastRun, [start.workflowId, start.runId])
    if (last === undefined) return { type: 'started', runId: start.runId }
    const [runId, status] = last as readonly [string, RunStatus]
    if (mayReuse(start.reuse, status)) return { type: 'started', runId: start.runId }
    throw new ReuseRefused({ type: 'reuse-refused', runId, status })
  }
}

/** Rolls the transaction back. */
class ReuseRefused extends Error {
  readonly outcome: StartOutcome
  constructor(outcome: StartOutcome) {
    super('The workflow id may not be used again.')
    this.outcome = outcome
  }
}

const startsAlone = (start: RunStart): boolean => start.reuse !== 'allow' || hasExtras(start)

const isRetried = (error: unknown): boolean => isContention(error) || isTakenKey(error)

const distinct = (starts: readonly RunStart[]): readonly RunStart[] => [
  ...new Map(starts.map((start) => [start.runId, start])).values(),
]

/** In the order of workflow ids, so that two groups that share some wait for each other one way round. */
const oneOfEachWorkflow = (starts: readonly RunStart[]): readonly RunStart[] => {
  const firsts = new Map<string, RunStart>()
  for (const start of starts) if (!firsts.has(start.workflowId)) firsts.set(start.workflowId, start)
  return [...firsts.values()].sort((a, b) => (a.workflowId < b.workflowId ? -1 : 1))
}

/** `undefined` when nothing is in the way any more. */
const explain = (start: RunStart, row: SqlRow | undefined): StartOutcome | undefined => {
  const [isKnown, isSame, runId, workflowType, args] = row ?? []
  if (isSame === 't') return { type: 'started', runId: start.runId }
  if (isKnown !== 't') return { type: 'unknown-workflow' }
  if (runId == null || workflowType == null) return undefined
  const differs = workflowType !== start.workflowType ? 'type' : args !== start.args ? 'args' : 'nothing'
  if (start.conflict === 'use-existing' && differs === 'nothing') return { type: 'existing', runId }
  return { type: 'conflict', runId, workflowType, differs }
}
