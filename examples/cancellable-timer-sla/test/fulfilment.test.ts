import { mockActivities, TestEnvironment } from '@foliot/testing'
import { expect, test } from 'vitest'
import type { WarehouseActivities } from '../src/activities/warehouse.js'
import { FulfilmentWorkflow, type Order } from '../src/workflows/fulfilment.js'

const workflows = new URL('../src/workflows', import.meta.url)
const hourMs = 3_600_000

/** A warehouse in which each item takes so many hours. */
const warehouseOf = (hours: Readonly<Record<string, number>>) => {
  const escalations: { readonly item: string; readonly afterHours: number }[] = []
  let env: TestEnvironment | undefined
  let startedAt = 0
  const mocks = mockActivities<WarehouseActivities>('warehouse', {
    pack: async ({ item }) => {
      await env?.sleep({ hours: hours[item] ?? 0 })
    },
    escalate: ({ item }) => {
      escalations.push({ item, afterHours: ((env?.now().getTime() ?? 0) - startedAt) / hourMs })
    },
  })
  const open = async (): Promise<TestEnvironment> => {
    env = await TestEnvironment.create({ workflows, activities: [mocks.functions] })
    startedAt = env.now().getTime()
    return env
  }
  return { escalations, open }
}

const order = (changes: Partial<Order> = {}): Order => ({
  orderId: 'o-1',
  items: ['book', 'lamp', 'desk'],
  slaHours: 4,
  anchor: 'start',
  ...changes,
})

test.each(['start', 'await'] as const)('every packed item gives the next one its whole time (%s)', async (anchor) => {
  const { escalations, open } = warehouseOf({ book: 3, lamp: 3, desk: 3 })
  await using env = await open()
  const run = await env.client.start(FulfilmentWorkflow, { workflowId: 'o-1', args: [order({ anchor })] })
  expect(await run.result()).toEqual({ packed: ['book', 'lamp', 'desk'], escalated: [] })
  expect(escalations).toEqual([])
  const history = await run.history()
  // One arming, one reset for each item, and the end: nothing ever fired.
  expect(history.filter(({ type }) => type === 'TimerStarted')).toHaveLength(4)
  expect(history.filter(({ type }) => type === 'TimerCancelled')).toHaveLength(4)
  expect(history.some(({ type }) => type === 'TimerFired')).toBe(false)
})

test('an item that takes too long is escalated once, at its time, and packed all the same', async () => {
  const { escalations, open } = warehouseOf({ book: 3, lamp: 9, desk: 1 })
  await using env = await open()
  const run = await env.client.start(FulfilmentWorkflow, { workflowId: 'o-1', args: [order()] })
  await env.sleep('8 hours')
  expect(await run.query('progress')).toEqual({ packed: ['book'], escalated: ['lamp'] })
  expect(await run.result()).toEqual({ packed: ['book', 'lamp', 'desk'], escalated: ['lamp'] })
  expect(escalations).toEqual([{ item: 'lamp', afterHours: 7 }])
  expect(env.now().getTime() - Date.parse('2026-01-01T00:00:00Z')).toBe(13 * hourMs)
})
