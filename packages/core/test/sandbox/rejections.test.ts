import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/authoring/bundle.js'
import { InThreadHost } from '../../src/sandbox/in-thread-host.js'
import { failureOf, resultOf, startTask, turnOf } from './sandbox-run.js'
import { workflowBundle } from './workflow-bundle.js'

const source = `import { Workflow, Run, sleep } from '@foliot/core/workflow'
const explode = async (what) => {
  throw new TypeError(what)
}
@Workflow('floats') export class Floats {
  @Run() async run(what: string) {
    void explode(what)
    await sleep('1 hour')
  }
}
@Workflow('exits') export class Exits {
  @Run() async run() {
    queueMicrotask(() => process.exit())
    await sleep('1 hour')
  }
}
@Workflow('listens') export class Listens {
  @Run() async run() {
    const target = new EventTarget()
    target.addEventListener('x', () => { throw new Error('in a listener') })
    target.dispatchEvent(new Event('x'))
    await sleep('1 hour')
  }
}
@Workflow('handles') export class Handles {
  @Run() async run() {
    const failing = explode('handled')
    await null
    try { await failing } catch (error) { return error.message }
  }
}
@Workflow('floats-a-value') export class FloatsAValue {
  @Run() async run() {
    void Promise.reject('plain text')
    await sleep('1 hour')
  }
}`

describe('a rejected promise that nobody handles', { timeout: 30_000 }, () => {
  let bundle: Bundle
  const host = new InThreadHost()
  const foreign: unknown[] = []
  const listener = (reason: unknown): void => void foreign.push(reason)

  beforeAll(async () => {
    bundle = await workflowBundle(source)
    await host.loadBundle(bundle)
  })
  afterEach(() => process.removeListener('unhandledRejection', listener))

  // [TRAPS 47]
  it('fails its own run, by the line that made it, and no other of the batch', async () => {
    const types = ['handles', 'floats', 'handles', 'exits', 'handles', 'floats-a-value', 'listens', 'handles']
    const answers = await host.execute(
      types.map((type, index) => startTask(bundle, `run-${index}`, type, [`args-${index}`])),
    )
    for (const index of [0, 2, 4, 7]) expect(resultOf(answers[index])).toBe('handled')
    expect(failureOf(answers[1])).toMatchObject({ type: 'TypeError', message: 'args-1' })
    expect(failureOf(answers[1]).stack).toContain('workflow.ts:3:9')
    expect(turnOf(answers[1]).events.map(({ type }) => type)).toEqual(['RunStarted', 'TimerStarted', 'RunFailed'])
    expect(failureOf(answers[3])).toMatchObject({ type: 'AbsentGlobalError', code: 'FOLIOT_ABSENT_GLOBAL' })
    expect(failureOf(answers[5])).toMatchObject({ message: 'plain text' })
    expect(failureOf(answers[6])).toMatchObject({ message: 'in a listener' })
  })

  it('of the process itself reaches the listeners of the process', async () => {
    // The test runner has listeners of its own, which would fail the test.
    const runners = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', listener)
    const others = process.listeners('unhandledRejection')
    void Promise.reject(new Error('foreign, before'))
    const executed = host.execute([startTask(bundle, 'run-9', 'floats', ['mine'])])
    void Promise.reject(new Error('foreign, while'))
    expect(failureOf((await executed)[0])).toMatchObject({ message: 'mine' })
    expect(foreign.map(String)).toEqual(['Error: foreign, before', 'Error: foreign, while'])
    expect(process.listeners('unhandledRejection')).toEqual(others)
    for (const runner of runners) process.on('unhandledRejection', runner)
  })

  it('is kept apart between hosts that execute at the same time', async () => {
    const other = new InThreadHost()
    await other.loadBundle(bundle)
    const [one, two] = await Promise.all([
      host.execute([startTask(bundle, 'run-10', 'handles'), startTask(bundle, 'run-11', 'floats', ['one'])]),
      other.execute([startTask(bundle, 'run-12', 'floats', ['two']), startTask(bundle, 'run-13', 'handles')]),
    ])
    expect(resultOf(one[0])).toBe('handled')
    expect(failureOf(one[1]).message).toBe('one')
    expect(failureOf(two[0]).message).toBe('two')
    expect(resultOf(two[1])).toBe('handled')
  })
})
