// Signals that meet a run at the moment at which it is let go, on a real Postgres: the mail counter on the run's hot row
// is what must keep each of them from being slept over.
import { expect, test } from 'vitest'
import { activities, condition, receiveSignal, Run, Signal, Workflow } from '../../src/public/workflow.js'
import type { StartedRun } from '../../src/client/run-handle.js'
import { signalMessage } from '../../src/store/call-message.js'
import type { Store } from '../../src/store/store.js'
import { seededRandom, type SeededRandom } from '../support/seeded-random.js'
import { storeWithBoundaries } from './at-boundaries.js'
import { postgresWorkers, type PostgresWorkers } from './postgres-workers.js'

const runs = 40
const rounds = 200
const withinMs = 90_000

const { step } = activities<{ step(runId: string, round: number): Promise<void> }>()

@Workflow('boundary-receive')
class Receives {
  @Run() async run(name: string, count: number): Promise<readonly number[]> {
    const heard: number[] = []
    while (heard.length < count) {
      await step(name, heard.length)
      heard.push((await receiveSignal<number>('go')).payload)
    }
    return heard
  }
}

@Workflow('boundary-condition')
class Conditions {
  readonly #heard: number[] = []
  @Run() async run(name: string, count: number): Promise<readonly number[]> {
    for (let round = 0; round < count; round += 1) {
      await step(name, round)
      await condition(() => this.#heard.length > round)
    }
    return this.#heard
  }
  @Signal() go(round: number): void {
    this.#heard.push(round)
  }
}

void [Receives, Conditions]

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends each run its signals, numbered, and knows how many each was sent. */
class Sender {
  readonly #store: Store
  readonly #sent = new Map<string, number>()

  constructor(store: Store) {
    this.#store = store
  }

  sent(runId: string): number {
    return this.#sent.get(runId) ?? 0
  }

  async send(runId: string): Promise<void> {
    const round = this.sent(runId)
    if (round === rounds) return
    this.#sent.set(runId, round + 1)
    const data = signalMessage({ name: 'go', args: JSON.stringify([round]) })
    const [outcome] = await this.#store.sendMessages([{ runId, kind: 'signal', data }])
    if (outcome?.type !== 'sent') throw new Error(`Signal ${round} of ${runId}: ${outcome?.type}.`)
  }
}

const startRuns = (workers: PostgresWorkers): Promise<StartedRun<readonly number[]>[]> =>
  Promise.all(
    Array.from({ length: runs }, (_, index) =>
      workers.client.start<readonly number[]>(index % 2 === 0 ? 'boundary-receive' : 'boundary-condition', {
        workflowId: `run-${index}`,
        args: [`run-${index}`, rounds],
      }),
    ),
  )

/** Each run has handled each signal once, in order, or the test says what each that is stuck waits for. */
const expectNoneStuck = async (started: readonly StartedRun<readonly number[]>[], sender: Sender): Promise<void> => {
  const startedAt = performance.now()
  const expected = Array.from({ length: rounds }, (_, round) => round)
  const stuck = await Promise.all(
    started.map(async (run) => {
      try {
        expect(await run.result({ timeout: withinMs })).toEqual(expected)
        const signals = (await run.history()).filter(({ type }) => type === 'SignalReceived')
        expect(signals).toHaveLength(rounds)
        return []
      } catch (error) {
        const { headline, details } = await run.explain()
        return [
          `${run.workflowId}, sent ${sender.sent(run.runId)}: ${headline} ${details.join(' ')} (${String(error)})`,
        ]
      }
    }),
  )
  expect(stuck.flat()).toEqual([])
  const tookMs = performance.now() - startedAt
  process.stdout.write(`${runs} runs × ${rounds} signals: ${Math.round((runs * rounds) / (tookMs / 1_000))} a second\n`)
}

/** Where a signal goes, seen from the commit that lets its run go. */
const moments = ['before', 'with', 'after', 'next-turn'] as const

const aroundCommits = (sender: Sender, random: SeededRandom, counts: Map<string, number>) => (store: Store) =>
  storeWithBoundaries(store, async (parked, commit) => {
    // What was sent and isn't consumed yet wakes the run by itself.
    const waiting = parked.filter(({ runId, mailConsumed }) => sender.sent(runId) === mailConsumed)
    const at = new Map(waiting.map(({ runId }) => [runId, random.pick(moments)]))
    for (const moment of at.values()) counts.set(moment, (counts.get(moment) ?? 0) + 1)
    const send = (moment: (typeof moments)[number]) =>
      Promise.all([...at].map(([runId, chosen]) => (chosen === moment ? sender.send(runId) : undefined)))
    await send('before')
    const sending = send('with')
    const reply = await commit()
    await send('after')
    setImmediate(() => void send('next-turn'))
    await sending
    return reply
  })

test(
  '40 runs that are each signalled at the very commit that lets them go, 200 times, hear every signal once and in order',
  { timeout: withinMs + 30_000 },
  async () => {
    const random = seededRandom()
    process.stdout.write(`signals at the commit: seed ${random.seed}\n`)
    await using workers = await postgresWorkers(['boundary-receive', 'boundary-condition'])
    const sender = new Sender(workers.store)
    const counts = new Map<string, number>()
    const wrap = aroundCommits(sender, random, counts)
    await workers.startWorker({ step: () => undefined }, wrap)
    await workers.startWorker({ step: () => undefined }, wrap)
    await expectNoneStuck(await startRuns(workers), sender)
    process.stdout.write(`signals by moment: ${JSON.stringify(Object.fromEntries(counts))}\n`)
    for (const moment of moments) expect(counts.get(moment)).toBeGreaterThan(runs)
  },
)

test.each([0, 3])(
  '40 runs that are each signalled from the step before they are let go, 0 to %i ms later, 200 times, miss no signal',
  { timeout: withinMs + 30_000 },
  async (jitterMs) => {
    const random = seededRandom()
    process.stdout.write(`signals from the step, up to ${jitterMs} ms later: seed ${random.seed}\n`)
    await using workers = await postgresWorkers(['boundary-receive', 'boundary-condition'])
    const sender = new Sender(workers.store)
    const troubles: unknown[] = []
    const runIds = new Map<string, Promise<string>>()
    const step = (name: unknown, round: unknown): void => {
      void (async () => {
        const runId = await runIds.get(name as string)
        // A step whose commit was lost is done again.
        if (runId === undefined || sender.sent(runId) > (round as number)) return
        if (jitterMs > 0) await pause(random.next() * jitterMs)
        await sender.send(runId)
      })().catch((error: unknown) => troubles.push(error))
    }
    const starting = startRuns(workers)
    for (let index = 0; index < runs; index += 1) {
      runIds.set(
        `run-${index}`,
        starting.then((all) => all[index]?.runId ?? ''),
      )
    }
    await workers.startWorker({ step })
    await workers.startWorker({ step })
    await expectNoneStuck(await starting, sender)
    expect(troubles).toEqual([])
  },
)

test(
  '40 runs that are each signalled as soon as their step shows in their history, 200 times, miss no signal',
  { timeout: withinMs + 30_000 },
  async () => {
    await using workers = await postgresWorkers(['boundary-receive', 'boundary-condition'])
    const sender = new Sender(workers.store)
    const started = await startRuns(workers)
    await workers.startWorker({ step: () => undefined })
    await workers.startWorker({ step: () => undefined })
    const watching = started.map(async (run) => {
      for await (const { type } of run.watch()) if (type === 'step:done') await sender.send(run.runId)
    })
    await expectNoneStuck(started, sender)
    await Promise.all(watching)
  },
)
