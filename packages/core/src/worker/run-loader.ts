// Reads what runs lack before they can be executed: their mail, their histories, their bundles. It asks again until the
// database answers, so that an outage delays runs and loses nothing.
import type { Clock } from '../base/clock.js'
import { SessionLostError } from '../store/session-lost-error.js'
import type { WorkerSession } from '../store/worker-session.js'
import type { BundleCache } from './bundle-cache.js'
import type { ResetMessage } from '../store/run-reset.js'
import { mailInput } from './mail-input.js'
import type { OwnedRun } from './owned-run.js'
import { reconnectDelayMs } from './reconnect-delay.js'

export interface RunLoaderOptions {
  readonly session: WorkerSession
  readonly bundles: BundleCache
  readonly clock: Clock
  readonly onTrouble: (error: unknown) => void
}

export class RunLoader {
  readonly #options: RunLoaderOptions
  #stopped = false

  constructor(options: RunLoaderOptions) {
    this.#options = options
  }

  stop(): void {
    this.#stopped = true
  }

  /** Brings runs to where they can be executed. Answers those whose bundle can't be had, with the reason. */
  async load(runs: readonly OwnedRun[]): Promise<ReadonlyMap<OwnedRun, Error>> {
    const { session, bundles } = this.#options
    const mailFor = runs.filter((run) => run.mailKnown > run.mailRead)
    const historyFor = runs.filter((run) => run.seq === null)
    const [mail, histories, unusable] = await this.persist(() =>
      Promise.all([
        mailFor.length === 0
          ? []
          : session.readMail(mailFor.map(({ runId, mailRead }) => ({ runId, afterMail: mailRead }))),
        historyFor.length === 0 ? undefined : session.readHistories(historyFor.map((run) => run.runId)),
        bundles.ensure(runs.map((run) => run.bundle)),
      ]),
    )
    const byId = new Map(mailFor.map((run) => [run.runId, run]))
    for (const message of mail) {
      const run = byId.get(message.runId)
      if (run === undefined || message.mail <= run.mailRead) continue
      run.mailRead = message.mail
      const { kind } = message
      if (kind === 'reset') run.reset ??= JSON.parse(message.data) as ResetMessage
      else run.inputs.push(mailInput({ ...message, kind }))
    }
    // A hint may have promised mail that isn't there.
    for (const run of mailFor) run.mailKnown = run.mailRead
    for (const run of historyFor) {
      run.history = histories?.get(run.runId) ?? []
      run.seq = run.history.at(-1)?.seq ?? 0
    }
    return new Map(runs.flatMap((run) => (unusable.has(run.bundle) ? [[run, unusable.get(run.bundle)!]] : [])))
  }

  /** Repeats a safe operation until the database answers, as long as the session lives. */
  async persist<T>(operation: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await operation()
      } catch (error) {
        if (SessionLostError.is(error) || this.#stopped) throw error
        this.#options.onTrouble(error)
        await new Promise<void>((resolve) => this.#options.clock.setTimer(reconnectDelayMs(attempt), resolve))
      }
    }
  }
}
