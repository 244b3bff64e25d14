import { mockActivities, TestEnvironment } from '@foliot/testing'
import { expect, test } from 'vitest'
import type { RequestActivities } from '../src/activities/requests.js'
import { Approval } from '../src/workflows/approval.js'

const workflows = new URL('../src/workflows', import.meta.url)

const setUp = async () => {
  const activities = mockActivities<RequestActivities>('requests', { ask: () => undefined, tell: () => undefined })
  const env = await TestEnvironment.create({ workflows, activities: [activities.functions] })
  const request = { requestId: 'r-1', approvers: ['ada', 'bob'] }
  const run = await env.client.start(Approval, { workflowId: 'r-1', args: [request] })
  return { env, run, outcomes: () => activities.calls('tell').map(({ args }) => args[0].outcome) }
}

test('a request that nobody decides is rejected after 24 hours, to the minute', async () => {
  const { env, run, outcomes } = await setUp()
  await using _ = env
  expect(await run.result()).toEqual({ approved: false, by: 'deadline' })
  expect(env.now().getTime() - Date.parse('2026-01-01T00:00:00Z')).toBe(24 * 3_600_000)
  expect(outcomes()).toEqual(['rejected'])
})

test('a decision in time counts, and the deadline wakes nobody any more', async () => {
  const { env, run, outcomes } = await setUp()
  await using _ = env
  await env.sleep('23 hours')
  await run.update('decide', { args: [{ approved: true, by: 'ada' }] })
  expect(await run.result()).toEqual({ approved: true, by: 'ada' })
  expect(outcomes()).toEqual(['approved'])
  const types = (await run.history()).map(({ type }) => type)
  expect(types.filter((type) => type === 'TimerCancelled')).toHaveLength(1)
  expect(types).not.toContain('TimerFired')
})

test('who may not decide, or comes second, is told so', async () => {
  const { env, run } = await setUp()
  await using _ = env
  await env.sleep('1 hour')
  await expect(run.update('decide', { args: [{ approved: true, by: 'eve' }] })).rejects.toThrow('eve may not decide')
  expect(await run.query('decision')).toBeUndefined()
  const [first, second] = await Promise.allSettled([
    run.update('decide', { args: [{ approved: false, by: 'ada' }] }),
    run.update('decide', { args: [{ approved: true, by: 'bob' }] }),
  ])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
})
