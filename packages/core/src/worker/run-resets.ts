// Carries out resets of owned runs: their owner alone may end them, and does while no turn of theirs is under way.
import { closingFailure } from '../engine/input-data.js'
import { planReset } from '../engine/plan-reset.js'
import type { Outgoing } from '../store/outgoing.js'
import type { OpenRunReset, ResetMessage } from '../store/run-reset.js'
import { SessionLostError } from '../store/session-lost-error.js'
import type { WorkerSession } from '../store/worker-session.js'
import type { DatabaseClock } from './database-clock.js'
import { resultMessage } from './mail-input.js'
import { requestsOfReset } from './outgoing-requests.js'
import type { OwnedRun } from './owned-run.js'

export interface RunResetsOptions {
  readonly session: WorkerSession
  readonly databaseClock: DatabaseClock
  /** Repeats until the database answers. */
  readonly persist: <T>(operation: () => Promise<T>) => Promise<T>
  /** The run is closed, and another goes on for it; or it isn't this worker's any more. */
  readonly onGone: (run: OwnedRun, outgoing: readonly Outgoing[]) => void
  /** It can't be reset: its history can't be read, or no bundle has its workflow. */
  readonly onFailed: (run: OwnedRun, error: unknown) => void
  readonly onActivityRows: (dueAt: number) => void
  readonly onSessionLost: () => void
}

export class RunResets {
  readonly #options: RunResetsOptions
  #underWay = 0
  #stopped = false

  constructor(options: RunResetsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#underWay
  }

  stop(): void {
    this.#stopped = true
  }

  carryOut(run: OwnedRun, message: ResetMessage): void {
    this.#underWay += 1
    this.#carryOut(run, message)
      .catch((error: unknown) => {
        if (this.#stopped) return
        if (SessionLostError.is(error)) this.#options.onSessionLost()
        else this.#options.onFailed(run, error)
      })
      .finally(() => (this.#underWay -= 1))
  }

  async #carryOut(run: OwnedRun, message: ResetMessage): Promise<void> {
    const { session, databaseClock, persist, onGone, onActivityRows } = this.#options
    const { runId } = run
    const history = (await persist(() => session.readHistories([runId]))).get(runId) ?? []
    const now = databaseClock.now()
    const plan = planReset(history, { ...message, fromRunId: runId, now })
    const last = history.at(-1)
    const seq = (last?.seq ?? 0) + 1
    const { newRunId, bundle, reason: why, by } = message
    const reason = `It was reset: run ${newRunId} goes on with its events up to ${message.throughSeq}.${why === undefined ? '' : ` ${why}`}`
    const recordedAt = Math.max(now, last?.recordedAt ?? 0)
    const reset: OpenRunReset = {
      runId,
      newRunId,
      plan,
      ...(bundle !== undefined && { bundle }),
      operation: { action: 'reset', ...(why !== undefined && { reason: why }), ...(by !== undefined && { by }) },
      event: { seq, type: 'RunTerminated', recordedAt, data: JSON.stringify({ reason }) },
      failure: closingFailure('terminated', reason),
      outgoing: requestsOfReset(runId, seq, plan.childrenLeft),
      results: run.inputs.flatMap((input) =>
        input.type === 'activity-result' && input.mail === undefined ? [resultMessage(runId, input)] : [],
      ),
    }
    const outcome = await persist(() => session.resetRun(reset))
    if (this.#stopped) return
    if (outcome.type === 'unknown-bundle')
      throw new Error(`No bundle ${bundle ?? ''} has the workflow ${run.workflowType}.`)
    if (plan.activities.length > 0) onActivityRows(now)
    onGone(run, reset.outgoing)
  }
}
