// What can be measured of Foliot's sandbox alone, without a database: replay, and the memory of live runs. In one thread
// and without a message channel, so that the figures are those of the sandbox.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { InThreadHost, type Bundle, type SandboxHost } from '@foliot/core/internal'
import { nowMs } from '../measure/clock.js'

type RunTask = Parameters<SandboxHost['execute']>[0][number]
type HistoryEvent = NonNullable<RunTask['history']>[number]

/** An event as it stands in the database: `type` is a text there. */
export interface RecordedEvent {
  readonly seq: number
  readonly type: string
  readonly recordedAt: number
  readonly data: string
}

export interface RecordedHistory {
  readonly runId: string
  readonly events: readonly RecordedEvent[]
}

export interface ReplayResult {
  readonly events: number
  readonly elapsedMs: number
}

const batchSize = 100

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let time = 0; time < 3; time += 1) collect()
}

const memoryBytes = (): number => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

export class SandboxProbe {
  readonly #bundle: Bundle

  constructor(bundle: Bundle) {
    this.#bundle = bundle
  }

  /** Replays each history from its first event; the code must ask for exactly what is recorded. */
  async replay(histories: readonly RecordedHistory[]): Promise<ReplayResult> {
    const host = new InThreadHost()
    await host.loadBundle(this.#bundle)
    const replayAll = async (chosen: readonly RecordedHistory[]): Promise<void> => {
      for (let from = 0; from < chosen.length; from += batchSize) {
        await this.#replayBatch(host, chosen.slice(from, from + batchSize))
      }
    }
    await replayAll(histories.slice(0, batchSize))
    const begin = nowMs()
    await replayAll(histories)
    const elapsedMs = nowMs() - begin
    await host.close()
    return { events: histories.reduce((sum, { events }) => sum + events.length, 0), elapsedMs }
  }

  /** Bytes that each of so many sleeping runs holds in memory. */
  async bytesPerCachedRun(count: number): Promise<number> {
    const host = new InThreadHost()
    await host.loadBundle(this.#bundle)
    await this.#sleep(host, 'warm', 200)
    const before = memoryBytes()
    await this.#sleep(host, 'cached', count)
    const after = memoryBytes()
    const { cachedRuns } = await host.stats()
    if (cachedRuns !== count + 200) throw new Error(`${cachedRuns} runs are cached, not ${count + 200}.`)
    await host.close()
    return (after - before) / count
  }

  async #replayBatch(host: SandboxHost, histories: readonly RecordedHistory[]): Promise<void> {
    const answers = await host.execute(
      histories.map(({ runId, events }) => ({
        runId,
        bundle: this.#bundle.hash,
        seq: events.length,
        history: events as readonly HistoryEvent[],
        now: events.at(-1)?.recordedAt ?? 0,
        inputs: [],
      })),
    )
    for (const answer of answers) {
      if (answer.type !== 'turn' || answer.turn.events.length > 0) {
        throw new Error(`A history did not replay: ${JSON.stringify(answer).slice(0, 1_000)}`)
      }
    }
    host.drop(histories.map(({ runId }) => runId))
  }

  async #sleep(host: SandboxHost, prefix: string, count: number): Promise<void> {
    const now = Math.floor(nowMs())
    const tasks = Array.from({ length: count }, (_, index): RunTask => {
      const workflowId = `${prefix}-${index}`
      return {
        runId: workflowId,
        bundle: this.#bundle.hash,
        seq: 0,
        now,
        inputs: [
          {
            type: 'start',
            workflowId,
            workflowType: 'sleeper',
            taskQueue: 'default',
            args: `[${index},86400000]`,
            receivedAt: now,
          },
        ],
      }
    })
    for (let from = 0; from < tasks.length; from += batchSize) {
      const answers = await host.execute(tasks.slice(from, from + batchSize))
      const odd = answers.find((answer) => answer.type !== 'turn' || answer.turn.timersOpened.length !== 1)
      if (odd !== undefined) throw new Error(`A run does not sleep: ${JSON.stringify(odd).slice(0, 1_000)}`)
    }
  }
}
