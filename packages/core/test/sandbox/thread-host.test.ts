import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/authoring/bundle.js'
import { BundleInvalidError } from '../../src/sandbox/bundle-invalid-error.js'
import { ThreadHost } from '../../src/sandbox/thread-host.js'
import { execute, failureOf, replayTask, resultOf, startTask, turnOf } from './sandbox-run.js'
import { scriptBundle } from './script-bundle.js'
import { workflowBundle } from './workflow-bundle.js'

const source = `import { Workflow, Run, sleep, log } from '@foliot/core/workflow'
@Workflow('adds') export class Adds {
  @Run() async run(a: number, b: number) {
    log.info('adding', { a, b })
    await sleep('1 hour')
    return a + b
  }
}
@Workflow('spins') export class Spins {
  @Run() async run() {
    let n = 0
    for (;;) n += 1
  }
}
@Workflow('awaits') export class Awaits {
  @Run() async run() {
    for (;;) await null
  }
}
@Workflow('sorts') export class Sorts {
  @Run() async run() {
    for (;;) [3, 1, 2].sort((a, b) => a - b)
  }
}
@Workflow('floats') export class Floats {
  @Run() async run() {
    void (async () => { throw new Error('floating') })()
    await sleep('1 hour')
  }
}
@Workflow('hoards') export class Hoards {
  @Run() async run() {
    const hoard = []
    for (;;) hoard.push({ number: hoard.length, text: 'x' + hoard.length })
  }
}`

describe('a host of threads', { timeout: 60_000 }, () => {
  let bundle: Bundle
  const lines: string[] = []
  const host = new ThreadHost({
    threads: 2,
    cacheBytes: 64 * 1024 * 1024,
    stuckAfterMs: 1_500,
    onLog: ({ message, runId }) => lines.push(`${runId} ${message}`),
  })

  beforeAll(async () => {
    bundle = await workflowBundle(source)
    await host.loadBundle(bundle)
  }, 60_000)
  afterAll(() => host.close(), 60_000)

  const adding = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => startTask(bundle, `${prefix}-${index}`, 'adds', [index, 1]))

  it('answers in the order of the tasks, keeps runs where they are, and hands on their log', async () => {
    const tasks = adding(20, 'run')
    const begun = (await host.execute(tasks)).map(turnOf)
    expect(begun.map(({ runId }) => runId)).toEqual(tasks.map(({ runId }) => runId))
    expect(lines).toHaveLength(20)
    expect(lines).toContain('run-7 adding')
    expect(await host.stats()).toMatchObject({ cachedRuns: 20, evictions: 0 })
    const woken = await host.execute(tasks.map((task) => ({ ...task, seq: 2, now: task.now + 3_600_000, inputs: [] })))
    expect(woken.map(resultOf)).toEqual(tasks.map((_, index) => index + 1))
    host.drop(tasks.map(({ runId }) => runId))
    expect(await host.stats()).toMatchObject({ cachedRuns: 0 })
  })

  it('fails the run that leaves a floating rejection, and that only', async () => {
    const answers = await host.execute([
      ...adding(3, 'beside'),
      startTask(bundle, 'floating', 'floats'),
      ...adding(3, 'beyond'),
    ])
    expect(answers.map(({ type }) => type)).toEqual(answers.map(() => 'turn'))
    expect(failureOf(answers[3])).toMatchObject({ message: 'floating' })
    expect(turnOf(answers[4]).closing).toBeUndefined()
  })

  // [TRAPS 46]
  it.each([
    ['spins', 12],
    ['awaits', 17],
    ['sorts', 22],
  ])('blocks a run that %s for ever, by its line; the others go on', async (type, line) => {
    const beside = adding(6, `beside-${type}`)
    const [stuck, ...others] = await host.execute([startTask(bundle, `stuck-${type}`, type), ...beside])
    expect(stuck).toMatchObject({
      type: 'blocked',
      reason: {
        code: 'FOLIOT_WORKFLOW_STUCK',
        source: { file: expect.stringContaining('workflow.ts') as string, line },
      },
    })
    for (const [index, answer] of others.entries()) {
      const again = answer.type === 'history-needed' ? await execute(host, beside[index]!) : answer
      expect(turnOf(again).events).toHaveLength(2)
    }
  })

  it('blocks a run that takes all memory, replaces the thread, and rebuilds runs there', async () => {
    const start = startTask(bundle, 'survivor', 'adds', [20, 22])
    const { events } = turnOf(await execute(host, start))
    const hoards = await Promise.all(
      Array.from({ length: 4 }, (_, index) => execute(host, startTask(bundle, `hoards-${index}`, 'hoards'))),
    )
    const blocked = hoards.filter(({ type }) => type === 'blocked')
    expect(blocked.length).toBeGreaterThan(0)
    for (const answer of blocked) {
      expect(answer).toMatchObject({
        reason: { code: expect.stringMatching(/^FOLIOT_WORKFLOW_(OUT_OF_MEMORY|STUCK)$/) as string },
      })
    }
    expect(hoards.every(({ type }) => type === 'blocked' || type === 'history-needed')).toBe(true)
    const later = { ...start, seq: events.length, now: start.now + 3_600_000, inputs: [] }
    expect((await execute(host, later)).type).toBe('history-needed')
    expect(resultOf(await execute(host, { ...replayTask(start, events), now: later.now }))).toBe(42)
  })

  it('refuses a bundle that cannot be loaded, and stays well', async () => {
    const broken: [string, string][] = [
      ['var __foliot_bundle = {', 'SyntaxError'],
      ['var __foliot_bundle = {}', 'activate'],
      ['process.exit(1)', 'no-process'],
      ['Promise.reject(new Error("at load")); var __foliot_bundle = { activate: () => "" }', 'at load'],
      ['for (;;);', 'without an end'],
    ]
    for (const [code, why] of broken) {
      const error: unknown = await host.loadBundle(scriptBundle(code)).catch((reason: unknown) => reason)
      expect(BundleInvalidError.is(error) && error.message).toContain(why)
    }
    expect(turnOf(await execute(host, startTask(bundle, 'well', 'adds', [1, 1]))).events).toHaveLength(2)
  })

  it('says so when a bundle was never loaded', async () => {
    const other = scriptBundle('1')
    expect(await execute(host, startTask(other, 'lost', 'adds'))).toMatchObject({
      type: 'blocked',
      reason: { code: 'FOLIOT_BUNDLE_UNAVAILABLE' },
    })
  })

  it('answers what is under way when it is closed', async () => {
    const closing = new ThreadHost({ threads: 1 })
    await closing.loadBundle(bundle)
    const executed = closing.execute([startTask(bundle, 'spins', 'spins'), ...adding(1, 'never')])
    await closing.close()
    expect((await executed).map(({ type }) => type)).toEqual(['history-needed', 'history-needed'])
    expect((await closing.execute(adding(1, 'after')))[0]).toMatchObject({ type: 'history-needed' })
  })
})
