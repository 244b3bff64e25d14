// Turns on their way to the database, and what a run knows of itself once they are there: its sequence number, its mail,
// and that takeovers and blocks are settled. What follows from it is the run loop's.
import type { Clock } from '../base/clock.js'
import type { Input } from '../engine/input.js'
import type { OpenActivity } from '../engine/turn.js'
import type { CommitRefusedError } from '../store/commit-refused-error.js'
import type { Store } from '../store/store.js'
import type { ClaimedRun, CommitEntry, WorkerSession } from '../store/worker-session.js'
import { CommitPump } from './commit-pump.js'
import type { DatabaseClock } from './database-clock.js'
import type { OwnedRun } from './owned-run.js'

interface PendingTurn {
  readonly run: OwnedRun
  readonly entry: CommitEntry
  /** Scheduled activities that have a slot here. */
  readonly local: readonly OpenActivity[]
  /** What the turn consumed. */
  readonly inputs: readonly Input[]
}

export interface CommittedTurn extends PendingTurn {
  /** The number of the run's newest mail, if that came while it was to be let go: it stays. */
  readonly newMail: number | undefined
  /** It was let go and claimed again by this very worker, before the answer to the commit was here. */
  readonly reclaimed: ClaimedRun | undefined
}

export interface RefusedTurn extends PendingTurn {
  readonly error: CommitRefusedError
}

export interface TurnCommitsOptions {
  readonly store: Store
  readonly session: WorkerSession
  readonly clock: Clock
  readonly databaseClock: DatabaseClock
  readonly maxGroup: number
  readonly onCommitted: (turns: readonly CommittedTurn[]) => void
  readonly onRefused: (turn: RefusedTurn) => void
  /** Turns of these runs were written. */
  readonly onTurnsWritten?: ((runIds: readonly string[]) => void) | undefined
  readonly onOutrun: (run: OwnedRun, inputs: readonly Input[]) => void
  readonly onSessionLost: () => void
  readonly onTrouble: (error: unknown) => void
}

export class TurnCommits {
  readonly #options: TurnCommitsOptions
  readonly #pending = new Map<string, PendingTurn>()
  readonly #reclaimed = new Map<string, ClaimedRun>()
  readonly #pump: CommitPump

  constructor(options: TurnCommitsOptions) {
    this.#options = options
    this.#pump = new CommitPump({
      ...options,
      listener: {
        onCommitted: (entries, newMail, now) => this.#onCommitted(entries, newMail, now),
        onRefused: (entry, error) => {
          for (const turn of this.#take([entry])) options.onRefused({ ...turn, error })
        },
        onOutrun: (entry) => {
          for (const { run, inputs } of this.#take([entry])) options.onOutrun(run, inputs)
        },
        onSessionLost: options.onSessionLost,
        onEarly: (now) => options.databaseClock.reset(now),
        onTrouble: options.onTrouble,
      },
    })
  }

  /** Runs with a turn on its way. */
  get size(): number {
    return this.#pending.size
  }

  get busy(): boolean {
    return this.#pump.busy
  }

  submit(run: OwnedRun, entry: CommitEntry, local: readonly OpenActivity[] = [], inputs: readonly Input[] = []): void {
    run.phase = 'committing'
    this.#pending.set(run.runId, { run, entry, local, inputs })
    this.#pump.submit(entry)
  }

  /**
   * Keeps a claimed run until this worker has heard of the commit that let it go: an answer that is looked for after a broken
   * connection may come later than the claim. False when there is no such commit.
   */
  keepClaim(row: ClaimedRun): boolean {
    if (!this.#pending.has(row.runId)) return false
    this.#reclaimed.set(row.runId, row)
    return true
  }

  stop(): void {
    this.#reclaimed.clear()
    this.#pump.stop()
    this.#pending.clear()
  }

  #onCommitted(entries: readonly CommitEntry[], newMail: ReadonlyMap<string, number>, now: number): void {
    this.#options.databaseClock.observe(now)
    const turns = this.#take(entries).map((turn) => {
      const reclaimed = this.#reclaimed.get(turn.run.runId)
      this.#reclaimed.delete(turn.run.runId)
      // What the claim knows of its mail is newer.
      return { ...turn, reclaimed, newMail: reclaimed === undefined ? newMail.get(turn.run.runId) : undefined }
    })
    for (const { run, entry, newMail: mail } of turns) {
      run.seq = entry.seq
      run.mailConsumed = entry.mailConsumed
      run.mailKnown = Math.max(run.mailKnown, mail ?? 0)
      const { type } = entry.disposition
      if (type === 'keep' || type === 'park') markSettled(run)
    }
    const written = turns.flatMap(({ run, entry }) => (entry.turn === undefined ? [] : [run.runId]))
    if (written.length > 0) this.#options.onTurnsWritten?.(written)
    this.#options.onCommitted(turns)
  }

  #take(entries: readonly CommitEntry[]): readonly PendingTurn[] {
    return entries.flatMap(({ runId }) => {
      const pending = this.#pending.get(runId)
      this.#pending.delete(runId)
      return pending ?? []
    })
  }
}

const markSettled = (run: OwnedRun): void => {
  run.unsettled = false
  run.wasBlocked = false
  run.activitiesLost = false
  run.blockedAttempts = 0
}
