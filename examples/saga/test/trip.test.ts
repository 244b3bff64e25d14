import { mockActivities, TestEnvironment } from '@foliot/testing'
import { expect, test } from 'vitest'
import type { TravelActivities } from '../src/activities/travel.js'
import { TripWorkflow } from '../src/workflows/trip.js'

const workflows = new URL('../src/workflows', import.meta.url)

const setUp = async (changes: Partial<TravelActivities>) => {
  const done: string[] = []
  const note =
    <T>(what: string, result: T) =>
    () => {
      done.push(what)
      return result
    }
  const activities = mockActivities<TravelActivities>('travel', {
    bookFlight: note('flight booked', { reference: 'F1' }),
    cancelFlight: note('flight cancelled', undefined),
    bookHotel: note('hotel booked', { reference: 'H1' }),
    cancelHotel: note('hotel cancelled', undefined),
    pay: note('paid', undefined),
    ...changes,
  })
  const env = await TestEnvironment.create({ workflows, activities: [activities.functions] })
  const run = await env.client.start(TripWorkflow, { workflowId: 't-1', args: [{ to: 'Oslo', amount: 900 }] })
  return { env, run, done }
}

test('a trip that can be booked is booked whole', async () => {
  const { env, run, done } = await setUp({})
  await using _ = env
  expect(await run.result()).toEqual(['F1', 'H1'])
  expect(done).toEqual(['flight booked', 'hotel booked', 'paid'])
})

test('a failure undoes what was done, the last first', async () => {
  const { env, run, done } = await setUp({
    pay: () => {
      throw new Error('The card was declined.')
    },
  })
  await using _ = env
  await expect(run.result()).rejects.toThrow(/declined|failed/)
  expect(done).toEqual(['flight booked', 'hotel booked', 'hotel cancelled', 'flight cancelled'])
})

test('a step that can’t be undone doesn’t keep the others back', async () => {
  const { env, run, done } = await setUp({
    pay: () => {
      throw new Error('The card was declined.')
    },
    cancelHotel: () => {
      throw new Error('The hotel doesn’t answer.')
    },
  })
  await using _ = env
  await expect(run.result()).rejects.toThrow(/failed/)
  expect(done).toEqual(['flight booked', 'hotel booked', 'flight cancelled'])
})

test('a cancelled trip is undone too, and counts as cancelled', async () => {
  let paying = false
  const { env, run, done } = await setUp({
    pay: () => {
      paying = true
      return new Promise(() => undefined)
    },
  })
  await using _ = env
  while (!paying) await new Promise((resolve) => setTimeout(resolve, 5))
  await run.cancel({ reason: 'the customer called' })
  await expect(run.result()).rejects.toMatchObject({ code: 'FOLIOT_WORKFLOW_CANCELLED' })
  expect(done).toEqual(['flight booked', 'hotel booked', 'hotel cancelled', 'flight cancelled'])
})
