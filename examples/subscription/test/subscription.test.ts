import { mockActivities, TestEnvironment } from '@foliot/testing'
import { expect, test } from 'vitest'
import type { BillingActivities } from '../src/activities/billing.js'
import { Subscription } from '../src/workflows/subscription.js'

const workflows = new URL('../src/workflows', import.meta.url)

const setUp = async () => {
  const activities = mockActivities<BillingActivities>('billing', {
    charge: () => undefined,
    sayGoodbye: () => undefined,
  })
  const env = await TestEnvironment.create({ workflows, activities: [activities.functions] })
  const account = { customerId: 'c-1', amount: 10, paid: 0 }
  const run = await env.client.start(Subscription, { workflowId: 'c-1', args: [account] })
  return { env, run, charges: () => activities.calls('charge').map(({ args }) => [args[0].month, args[0].amount]) }
}

test('three years are a chain of runs, whose result is that of the last', async () => {
  const { env, run, charges } = await setUp()
  await using _ = env
  await env.sleep({ days: 30 * 36 + 15 })
  const current = env.client.run<typeof Subscription>({ workflowId: 'c-1' })
  expect(await current.query('paid')).toBe(37)
  await current.signal('end')
  expect(await run.result()).toBe(37)
  expect(charges()).toEqual(Array.from({ length: 37 }, (_, month) => [month + 1, 10]))
  const { runs } = await env.client.list({ workflowId: 'c-1' })
  expect(runs.map(({ status }) => status)).toEqual([
    'completed',
    'continued-as-new',
    'continued-as-new',
    'continued-as-new',
  ])
  for (const { runId } of runs) expect((await env.client.run(runId).history()).length).toBeLessThan(100)
})

test('a change of plan counts from the next charge on, in later runs too', async () => {
  const { env, charges } = await setUp()
  await using _ = env
  const current = () => env.client.run<typeof Subscription>({ workflowId: 'c-1' })
  await env.sleep({ days: 45 })
  expect(await current().update('changePlan', { args: [15] })).toEqual({ from: 10 })
  await expect(current().update('changePlan', { args: [0] })).rejects.toThrow('A plan costs something.')
  await env.sleep({ days: 30 * 12 })
  expect(charges().map(([, amount]) => amount)).toEqual([10, 10, ...Array.from({ length: 12 }, () => 15)])
  await current().signal('end')
})
