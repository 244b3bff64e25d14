import { beforeAll, describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/authoring/bundle.js'
import { InThreadHost } from '../../src/sandbox/in-thread-host.js'
import { execute, replayTask, startTask, turnOf } from './sandbox-run.js'
import { workflowBundle } from './workflow-bundle.js'

const source = `import { Workflow, Run, activities, cancellable, CancelledFailure, receiveSignal, sleep } from '@foliot/core/workflow'
const act = activities()
@Workflow('ignores') export class Ignores {
  @Run() async run() {
    void (async () => { for (;;) await receiveSignal('tick') })()
    await sleep('1 hour')
  }
}
const steps = {
  none: async () => {},
  null: async () => { await null },
  promise: async () => { await new Promise((resolve) => resolve(1)) },
  thenable: async () => { await { then: (resolve) => resolve(1) } },
  all: async () => { await Promise.all([Promise.resolve(1).then(() => 2), { then: (resolve) => resolve(1) }]) },
  chain: () => Promise.resolve().then(() => null).finally(() => null),
  generator: async () => {
    const numbers = async function* () { yield 1; await null; yield 2 }
    for await (const number of numbers()) void number
  },
  microtask: () => new Promise((resolve) => queueMicrotask(resolve)),
  signal: async () => { await receiveSignal('go') },
  activity: async () => { await act.work() },
}
@Workflow('scoped') export class Scoped {
  @Run() async run(step) {
    let held
    const inner = cancellable(async (scope) => {
      held = scope
      await steps[step]()
      await sleep('1 day', { id: 'inner' })
    })
    await steps[step]()
    const outer = sleep(50, { id: 'outer' })
    await sleep(10)
    held.cancel('done')
    const innerEnd = await inner.then(() => 'ended', (error) => CancelledFailure.is(error) ? 'cancelled' : String(error))
    await outer
    return innerEnd
  }
}`

const at = 1_700_000_000_000

describe('the scopes of a run in the sandbox', { timeout: 30_000 }, () => {
  let bundle: Bundle
  const host = new InThreadHost()

  beforeAll(async () => {
    bundle = await workflowBundle(source)
    await host.loadBundle(bundle)
  })

  const signal = { type: 'signal', name: 'go', args: '[]', receivedAt: at } as const
  const work = (activityId: string) =>
    ({
      type: 'activity-result',
      activityId,
      attempt: 1,
      receivedAt: at,
      outcome: { type: 'completed', result: '1' },
    }) as const

  it.each(['none', 'null', 'promise', 'thenable', 'all', 'chain', 'generator', 'microtask', 'signal', 'activity'])(
    'are found again after any kind of await (%s), each by its own run',
    async (step) => {
      const tasks = [startTask(bundle, `a-${step}`, 'scoped', [step]), startTask(bundle, `b-${step}`, 'scoped', [step])]
      const histories = (await host.execute(tasks)).map((answer) => [...turnOf(answer).events])
      const happenings = [
        { now: at, inputs: step === 'signal' ? [signal, signal] : step === 'activity' ? [work('1'), work('2')] : [] },
        { now: at + 10, inputs: [] },
        { now: at + 60, inputs: [] },
      ]
      for (const happening of happenings) {
        const answers = await host.execute(
          tasks.map((task, index) => ({ ...task, ...happening, seq: histories[index]?.length ?? 0 })),
        )
        answers.forEach((answer, index) => histories[index]?.push(...turnOf(answer).events))
      }
      for (const [index, history] of histories.entries()) {
        const timers = history.flatMap(({ type, data }) =>
          type === 'TimerCancelled' ? [(JSON.parse(data) as { timerId: string }).timerId] : [],
        )
        expect(timers).toEqual(['inner'])
        expect(history.at(-1)).toMatchObject({ type: 'RunCompleted', data: '{"result":"cancelled"}' })
        host.drop([tasks[index]?.runId ?? ''])
        const replayed = await execute(host, replayTask(tasks[index]!, history))
        expect(replayed).toMatchObject({ type: 'turn', differences: [] })
      }
    },
  )

  it('leave what nobody looks at out of how a cancelled run ends', async () => {
    const task = startTask(bundle, 'ignores', 'ignores')
    const { events } = turnOf(await execute(host, task))
    const input = { type: 'cancel', receivedAt: at } as const
    const turn = turnOf(await execute(host, { ...task, seq: events.length, inputs: [input] }))
    expect(turn.closing?.type).toBe('cancelled')
  })
})
