import { bundleHash, sha256 } from '../../src/authoring/bundle-hash.js'
import type { Bundle, BundleManifest } from '../../src/authoring/bundle.js'
import type { BlockedReason } from '../../src/engine/blocked-reason.js'
import type { Closing } from '../../src/engine/turn.js'
import type { EventDataByType } from '../../src/history/event-data.js'
import type { EventType } from '../../src/history/event-type.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import type { Store } from '../../src/store/store.js'
import type { ClaimedRun, Disposition, WorkerSession } from '../../src/store/worker-session.js'

/** A bundle with these workflows whose code is never run. */
export const bundleOf = (workflowTypes: readonly string[], map = '{}'): Bundle => {
  const code = 'var __foliot_bundle = {}'
  const manifest: BundleManifest = {
    format: 1,
    protocol: 1,
    runtime: '0.1.0',
    workflows: workflowTypes.map((type) => ({
      type,
      className: type,
      file: 'workflows.ts',
      hash: sha256(type),
      activities: [],
      calendars: [],
    })),
    mapHash: sha256(map),
  }
  return { hash: bundleHash(code, manifest), code, map, manifest }
}

/** A worker without code: the test says what it commits. */
export class HandWorker {
  readonly #store: Store
  readonly #session: WorkerSession
  readonly #runs = new Map<string, { readonly claimed: ClaimedRun; seq: number }>()

  private constructor(store: Store, session: WorkerSession) {
    this.#store = store
    this.#session = session
  }

  static async open(store: Store): Promise<HandWorker> {
    const session = await store.openSession({
      workerId: crypto.randomUUID(),
      taskQueues: ['default'],
      activities: [],
      leaseMs: 15_000,
      engineVersion: 1,
      host: 'here',
      processId: 1,
    })
    return new HandWorker(store, session)
  }

  async claim(): Promise<readonly string[]> {
    const { runs } = await this.#session.claimRuns({ limit: 100, aheadMs: 0 })
    for (const claimed of runs) this.#runs.set(claimed.runId, { claimed, seq: claimed.seq ?? 0 })
    return runs.map(({ runId }) => runId)
  }

  /** Records RunStarted. */
  async begin(runId: string): Promise<void> {
    const { claimed } = this.#run(runId)
    const { workflowId, workflowType, taskQueue, bundle } = claimed
    await this.record(runId, [
      'RunStarted',
      { runId, workflowId, workflowType, taskQueue, bundle, flags: [], args: [] },
    ])
  }

  async record<T extends EventType>(runId: string, ...events: [T, EventDataByType[T]][]): Promise<void> {
    await this.#commit(runId, events, { type: 'keep', wakeAt: null })
  }

  async complete(runId: string, result: unknown): Promise<void> {
    const json = JSON.stringify(result)
    const data = { result: JSON.parse(json) as null }
    await this.#commit(runId, [['RunCompleted', data]], { type: 'close' }, { type: 'completed', result: json })
  }

  async close<T extends EventType>(runId: string, event: [T, EventDataByType[T]], closing: Closing): Promise<void> {
    await this.#commit(runId, [event], { type: 'close' }, closing)
  }

  async block(runId: string, reason: BlockedReason, retryAt: number): Promise<void> {
    await this.#session.commit([
      {
        runId,
        mailConsumed: 0,
        seq: this.#run(runId).seq,
        activityTasks: [],
        disposition: { type: 'block', reason, retryAt, activitiesLost: false },
      },
    ])
  }

  async #commit<T extends EventType>(
    runId: string,
    events: [T, EventDataByType[T]][],
    disposition: Disposition,
    closing?: Closing,
  ): Promise<void> {
    const run = this.#run(runId)
    const recordedAt = await this.#store.now()
    const baseSeq = run.seq
    const recorded = events.map(([type, data]): HistoryEvent => ({
      seq: (run.seq += 1),
      type,
      recordedAt,
      data: JSON.stringify(data),
    }))
    await this.#session.commit([
      {
        runId,
        turn: {
          runId,
          baseSeq,
          events: recorded,
          timersOpened: [],
          timersClosed: [],
          activitiesClosed: [],
          ...(closing !== undefined && { closing }),
          nextTimerAt: null,
          openActivities: 0,
        },
        ...(baseSeq === 0 && { pin: { bundle: run.claimed.bundle, startedAt: recordedAt } }),
        ...(run.claimed.blockedAttempts > 0 && { unblock: true }),
        mailConsumed: 0,
        seq: run.seq,
        activityTasks: [],
        disposition,
      },
    ])
  }

  #run(runId: string) {
    const run = this.#runs.get(runId)
    if (run === undefined) throw new Error(`Run ${runId} wasn't claimed.`)
    return run
  }
}
