import { describe, expect, it } from 'vitest'
import { InThreadHost } from '../../src/sandbox/in-thread-host.js'
import { threadMemory } from '../../src/sandbox/memory-gauge.js'
import { execute, replayTask, resultOf, startTask, turnOf } from './sandbox-run.js'
import { workflowBundle } from './workflow-bundle.js'

const megabyte = 1024 * 1024

const source = `import { Workflow, Run, sleep, log } from '@foliot/core/workflow'
@Workflow('holds') export class Holds {
  @Run() async run(bytes: number) {
    const held = new Array(bytes / 8).fill(0.5)
    try {
      await sleep('1 hour')
      return held.length
    } finally {
      log.info('cleaned up')
    }
  }
}`

describe('live instances', { timeout: 60_000 }, () => {
  // [TRAPS 36, 49]
  it('are evicted by bytes, run no code of theirs then, and continue from their history', async () => {
    const bundle = await workflowBundle(source)
    threadMemory.collect()
    const limit = threadMemory.usedBytes() + 200 * megabyte
    const lines: string[] = []
    const host = new InThreadHost({ cacheBytes: limit, onLog: ({ message }) => lines.push(message) })
    await host.loadBundle(bundle)
    const tasks = Array.from({ length: 400 }, (_, index) => startTask(bundle, `run-${index}`, 'holds', [megabyte]))
    let peak = 0
    const first = turnOf(await execute(host, tasks[0]!))
    for (let at = 1; at < tasks.length; at += 50) {
      await host.execute(tasks.slice(at, at + 50))
      peak = Math.max(peak, threadMemory.usedBytes())
    }
    const { cachedRuns, evictions } = await host.stats()
    expect(cachedRuns + evictions).toBe(400)
    expect(cachedRuns).toBeGreaterThan(20)
    expect(evictions).toBeGreaterThan(100)
    expect(peak).toBeLessThan(limit + 100 * megabyte)
    expect(lines).toEqual([])

    const wake = { ...tasks[0]!, seq: first.events.length, now: first.nextTimerAt ?? 0, inputs: [] }
    expect(await execute(host, wake)).toEqual({ type: 'history-needed', runId: 'run-0' })
    const woken = await execute(host, { ...replayTask(tasks[0]!, first.events), now: wake.now })
    expect(resultOf(woken)).toBe(megabyte / 8)
    expect(lines).toEqual(['cleaned up'])
  })

  it('are used only at the sequence number and bundle that the task names', async () => {
    const bundle = await workflowBundle(source)
    const other = await workflowBundle(`${source} // of another version`)
    const next = { ...other, hash: 'f'.repeat(64) }
    const host = new InThreadHost()
    await Promise.all([host.loadBundle(bundle), host.loadBundle(next)])
    const start = startTask(bundle, 'run-1', 'holds', [8])
    const { events } = turnOf(await execute(host, start))
    const later = { ...start, inputs: [] }
    expect(await execute(host, { ...later, seq: events.length + 1 })).toMatchObject({ type: 'history-needed' })
    const { events: again } = turnOf(await execute(host, replayTask(start, events)))
    expect(again).toEqual([])
    expect(await execute(host, { ...later, seq: events.length })).toMatchObject({ type: 'turn' })
    expect(await execute(host, { ...later, seq: events.length, bundle: next.hash })).toMatchObject({
      type: 'history-needed',
    })
  })

  it('that are dropped are gone', async () => {
    const bundle = await workflowBundle(source)
    const host = new InThreadHost()
    await host.loadBundle(bundle)
    const start = startTask(bundle, 'run-1', 'holds', [8])
    const { events } = turnOf(await execute(host, start))
    host.drop(['run-1', 'run-that-never-was'])
    expect(await host.stats()).toMatchObject({ cachedRuns: 0 })
    expect(await execute(host, { ...start, seq: events.length, inputs: [] })).toMatchObject({ type: 'history-needed' })
  })

  // Here the runtime is part of the bundle's own modules, so that its functions and classes are made anew for each run; they
  // are most of it. A bundle of the compiler makes them once (the bench says what a run takes then).
  it('take little room', async () => {
    const bundle = await workflowBundle(source)
    const host = new InThreadHost()
    await host.loadBundle(bundle)
    const tasks = Array.from({ length: 2_100 }, (_, index) => startTask(bundle, `run-${index}`, 'holds', [8]))
    await host.execute(tasks.slice(0, 100))
    threadMemory.collect()
    const before = threadMemory.usedBytes()
    await host.execute(tasks.slice(100))
    threadMemory.collect()
    const perRun = (threadMemory.usedBytes() - before) / 2_000
    expect(perRun).toBeLessThan(60_000)
  })
})
