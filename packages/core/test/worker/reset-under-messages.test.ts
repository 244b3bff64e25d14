// Resets on a real Postgres, while runs are sent signals, run activities and change their owners.
import { expect, test } from 'vitest'
import { activities, condition, Run, Signal, Workflow } from '../../src/public/workflow.js'
import { RunClosedError } from '../../src/client/run-closed-error.js'
import { seededRandom } from '../support/seeded-random.js'
import { postgresWorkers } from './postgres-workers.js'

const runs = 6
const signals = 40
const resets = 8

const { work } = activities<{ work(): Promise<void> }>()

@Workflow('reset-listener')
class Listener {
  readonly #heard: number[] = []

  @Run() async run(): Promise<readonly number[]> {
    for (let seen = 0; !this.#heard.includes(signals); seen = this.#heard.length) {
      await work()
      await condition(() => this.#heard.length > seen, { timeout: 40 })
    }
    return this.#heard
  }

  @Signal() say(number: number): void {
    this.#heard.push(number)
  }
}

void Listener

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test(
  'a run that is reset again and again hears all that was sent to it, once and in order',
  { timeout: 60_000 },
  async () => {
    const random = seededRandom()
    const below = (limit: number): number => Math.floor(random.next() * limit)
    await using world = await postgresWorkers(['reset-listener'])
    const functions = { work: () => pause(below(6)) }
    let worker = await world.startWorker(functions)
    await world.startWorker(functions)
    const names = Array.from({ length: runs }, (_, index) => `listener-${index}`)
    const { client } = world
    const started = await Promise.all(
      names.map((workflowId) => client.start<readonly number[]>('reset-listener', { workflowId })),
    )

    const send = async (workflowId: string): Promise<void> => {
      for (let number = 1; number <= signals;) {
        try {
          await client.run({ workflowId }).signal('say', { args: [number], idempotencyKey: String(number) })
          number += 1
          await pause(below(20))
        } catch (error) {
          // It was reset between the look at its workflow id and the message.
          if (!RunClosedError.is(error)) throw error
        }
      }
    }
    const reset = async (workflowId: string): Promise<number> => {
      let done = 0
      for (let time = 0; time < resets; time += 1) {
        await pause(20 + below(80))
        const run = client.run({ workflowId })
        const { runId, status } = await run.describe()
        const history = await client.run({ runId }).history()
        if (status !== 'running' || history.length === 0) continue
        await client.run({ runId }).reset({ to: 1 + below(history.length) })
        done += 1
      }
      return done
    }
    const exchange = async (): Promise<void> => {
      for (let time = 0; time < 2; time += 1) {
        await pause(250)
        await worker.shutdown()
        worker = await world.startWorker(functions)
      }
    }
    const note = `FOLIOT_SEED=${random.seed}`
    const [counts] = await Promise.all([Promise.all(names.map(reset)), Promise.all(names.map(send)), exchange()])
    expect(
      counts.reduce((a, b) => a + b),
      note,
    ).toBeGreaterThan(runs)
    const all = Array.from({ length: signals }, (_, index) => index + 1)
    for (const run of started) expect(await run.result(), note).toEqual(all)
  },
)
