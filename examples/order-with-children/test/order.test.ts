import { mockActivities, TestEnvironment } from '@foliot/testing'
import { expect, test } from 'vitest'
import type { ShopActivities } from '../src/activities/shop.js'
import { OrderWorkflow } from '../src/workflows/order.js'

const workflows = new URL('../src/workflows', import.meta.url)
const order = { orderId: 'o-1', items: ['book', 'lamp', 'desk'], amount: 90 }

/** A shop in which handing over an item takes hours, or fails when it is out of stock. */
const setUp = async (hours: Readonly<Record<string, number | 'out of stock'>>) => {
  const done: string[] = []
  const activities = mockActivities<ShopActivities>('shop', {
    charge: ({ amount }) => void done.push(`charged ${amount}`),
    refund: ({ amount }) => void done.push(`refunded ${amount}`),
    handOver: async ({ parcelId, item }) => {
      const takes = hours[item] ?? 0
      if (takes === 'out of stock') throw new Error(`No ${item} is left.`)
      await env.sleep({ hours: takes })
      return { tracking: `T-${parcelId}` }
    },
    takeBack: ({ parcelId }) => void done.push(`took back ${parcelId}`),
  })
  const env: TestEnvironment = await TestEnvironment.create({ workflows, activities: [activities.functions] })
  const run = await env.client.start(OrderWorkflow, { workflowId: 'o-1', args: [order] })
  return { env, run, done }
}

test('an order is sent in parcels, beside each other', async () => {
  const { env, run, done } = await setUp({ book: 3, lamp: 5, desk: 4 })
  await using _ = env
  expect(await run.result()).toEqual(['T-o-1/1', 'T-o-1/2', 'T-o-1/3'])
  expect(env.now().getTime() - Date.parse('2026-01-01T00:00:00Z')).toBe(5 * 3_600_000)
  expect(done).toEqual(['charged 90'])
})

test('a parcel that fails takes the others back and the money too', async () => {
  const { env, run, done } = await setUp({ book: 30, lamp: 'out of stock', desk: 30 })
  await using _ = env
  await expect(run.result()).rejects.toThrow(/parcel .* failed/)
  await env.sleep('1 minute')
  expect([...done].sort()).toEqual(['charged 90', 'refunded 90', 'took back o-1/1', 'took back o-1/3'])
})

test('cancelling the order cancels its parcels', async () => {
  const { env, run, done } = await setUp({ book: 30, lamp: 30, desk: 30 })
  await using _ = env
  await env.sleep('1 hour')
  await run.cancel({ reason: 'the customer called' })
  await expect(run.result()).rejects.toMatchObject({ code: 'FOLIOT_WORKFLOW_CANCELLED' })
  await env.sleep('1 minute')
  expect([...done].sort()).toEqual([
    'charged 90',
    'refunded 90',
    'took back o-1/1',
    'took back o-1/2',
    'took back o-1/3',
  ])
})
