import { expect, test } from 'vitest'
import { mockActivities, RunBlockedError, TestEnvironment, TestStalledError } from '../src/public/index.js'
import { type Echo, Parallel, Sleeper, Stuck } from './workflows/sleepers.js'

const workflows = new URL('./workflows/sleepers.ts', import.meta.url)
const echo = (mock: (value: string) => string | Promise<string> = (value) => value) =>
  mockActivities<Echo>(undefined, { echo: mock })

const dayMs = 86_400_000

// TRAPS 3
test.each([1, 25, 60, 365, 400])('a sleep of %i days passes by itself, to the millisecond', async (days) => {
  const activities = echo()
  await using env = await TestEnvironment.create({ workflows, activities: [activities.functions] })
  const run = await env.client.start(Sleeper, { workflowId: 's', args: [days * dayMs] })
  expect(await run.result()).toBe(String(days * dayMs))
  expect(env.now().getTime()).toBe(Date.parse('2026-01-01T00:00:00Z') + days * dayMs)
  expect(activities.calls('echo')).toEqual([{ args: [String(days * dayMs)] }])
})

// TRAPS 18
test('concurrent sleeps take as long as the longest, and wake in order', async () => {
  await using env = await TestEnvironment.create({ workflows, now: '2026-03-01T00:00:00Z' })
  const run = await env.client.start(Parallel, { workflowId: 'p', args: [5, 1, 48, 3] })
  expect(await run.result()).toEqual([1, 3, 5, 48])
  expect(env.now().toISOString()).toBe('2026-03-03T00:00:00.000Z')
})

test('a result is there also for who begins to wait when the run has long ended', async () => {
  await using env = await TestEnvironment.create({ workflows, activities: [echo().functions] })
  const run = await env.client.start(Sleeper, { workflowId: 's', args: [dayMs] })
  await env.sleep('2 days')
  expect(await run.result()).toBe(String(dayMs))
})

test('time stands still while nobody waits for it', async () => {
  const activities = echo()
  await using env = await TestEnvironment.create({ workflows, activities: [activities.functions] })
  await env.client.start(Sleeper, { workflowId: 's', args: [dayMs] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(env.now().toISOString()).toBe('2026-01-01T00:00:00.000Z')
  await env.sleep('23 hours')
  expect(activities.calls('echo')).toEqual([])
  await env.sleep('2 hours')
  expect(activities.calls('echo')).toHaveLength(1)
})

test('a mock may take time on the environment’s clock, and failures are tried again with their back-off', async () => {
  let attempts = 0
  await using env = await TestEnvironment.create({
    workflows,
    activities: [
      echo(async (value) => {
        await env.sleep('10 minutes')
        if (++attempts < 3) throw new Error('not yet')
        return value
      }).functions,
    ],
  })
  const run = await env.client.start(Sleeper, { workflowId: 's', args: [0] })
  expect(await run.result()).toBe('0')
  const minutes = (env.now().getTime() - Date.parse('2026-01-01T00:00:00Z')) / 60_000
  expect(attempts).toBe(3)
  expect(minutes).toBeGreaterThanOrEqual(30)
  expect(minutes).toBeLessThan(31)
})

// TRAPS 69
test('twenty environments side by side have a clock each', async () => {
  const ends = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await using env = await TestEnvironment.create({ workflows, activities: [echo().functions] })
      const run = await env.client.start(Sleeper, { workflowId: 's', args: [index * dayMs] })
      await run.result()
      return env.now().getTime() - Date.parse('2026-01-01T00:00:00Z')
    }),
  )
  expect(ends).toEqual(Array.from({ length: 20 }, (_, index) => index * dayMs))
})

test('a blocked run fails what the test waits for, at once and with the reason', async () => {
  const broken = new URL('./workflows/broken.ts', import.meta.url)
  await using env = await TestEnvironment.create({ workflows: broken })
  const run = await env.client.start('broken', { workflowId: 'b-1' })
  for (const wait of [run.result(), env.sleep('1 minute')]) {
    const error = await wait.catch((caught: unknown) => caught)
    expect(RunBlockedError.is(error)).toBe(true)
    expect(String(error)).toMatch(/"b-1" of workflow "broken" is blocked .*no run, 0 so far/)
  }
  expect(env.now().toISOString()).toBe('2026-01-01T00:00:00.000Z')
})

// TRAPS 70
test('a wait that nothing can end says which runs are open', async () => {
  await using env = await TestEnvironment.create({ workflows })
  const run = await env.client.start(Stuck, { workflowId: 'forever', args: [] })
  const error = await run.result().catch((caught: unknown) => caught)
  expect(TestStalledError.is(error)).toBe(true)
  expect(String(error)).toContain('forever (running)')
})
