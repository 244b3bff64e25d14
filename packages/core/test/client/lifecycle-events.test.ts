import { describe, expect, test } from 'vitest'
import { lifecycleReader } from '../../src/client/lifecycle-events.js'
import type { Failure } from '../../src/codec/failure.js'
import type { EventType } from '../../src/history/event-type.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import { activityOptions, eventOf, started } from '../history/event-of.js'

const tell = (events: readonly HistoryEvent[]) => {
  const read = lifecycleReader()
  return events.flatMap((event) => [...read(event)])
}
const failure: Failure = { type: 'Error', message: 'no' }
const fireAt = '2026-03-01T09:00:30.000Z'
const sleep = (seq: number, timerId: string) => eventOf(seq, 'TimerStarted', { timerId, kind: 'sleep', fireAt })
const step = (seq: number, activityId: string) =>
  eventOf(seq, 'ActivityScheduled', { activityId, name: 'email.send', args: [], options: activityOptions })

describe('lifecycleReader', () => {
  test('tells the onboarding from its history', () => {
    const events = tell([
      started,
      step(2, 'a1'),
      eventOf(3, 'ActivityCompleted', { activityId: 'a1', attempt: 2, result: null }),
      sleep(4, 'drip'),
      eventOf(5, 'TimerFired', { timerId: 'drip' }),
      step(6, 'a2'),
      eventOf(7, 'ActivityCompleted', { activityId: 'a2', attempt: 1, result: null }),
      eventOf(8, 'RunCompleted', { result: 'sent' }),
    ])
    const wakeAt = new Date(fireAt)
    expect(events).toEqual([
      { type: 'in_progress', seq: 1, at: new Date(1_000), bundle: 'b1' },
      { type: 'step:scheduled', seq: 2, at: new Date(2_000), activityId: 'a1', activity: 'email.send' },
      { type: 'step:done', seq: 3, at: new Date(3_000), activityId: 'a1', activity: 'email.send', attempt: 2 },
      { type: 'run:sleeping', seq: 4, at: new Date(4_000), timerId: 'drip', wakeAt },
      { type: 'run:woken', seq: 5, at: new Date(5_000), timerId: 'drip', wakeAt, by: 'timer' },
      { type: 'step:scheduled', seq: 6, at: new Date(6_000), activityId: 'a2', activity: 'email.send' },
      { type: 'step:done', seq: 7, at: new Date(7_000), activityId: 'a2', activity: 'email.send', attempt: 1 },
      { type: 'completed', seq: 8, at: new Date(8_000) },
    ])
  })

  test('ends each sleep once, also the loser of a race and one of an id used again', () => {
    const events = tell([
      started,
      sleep(2, 'a'),
      sleep(3, 'b'),
      eventOf(4, 'TimerFired', { timerId: 'a' }),
      eventOf(5, 'TimerCancelled', { timerId: 'b' }),
      sleep(6, 'a'),
      eventOf(7, 'TimerFired', { timerId: 'a' }),
    ])
    const sleeps = events.flatMap((event) =>
      event.type === 'run:sleeping' || event.type === 'run:woken' ? [`${event.type} ${event.timerId}`] : [],
    )
    expect(sleeps).toEqual([
      'run:sleeping a',
      'run:sleeping b',
      'run:woken a',
      'run:woken b',
      'run:sleeping a',
      'run:woken a',
    ])
    expect(events.filter((event) => event.type === 'run:woken').map((event) => event.by)).toEqual([
      'timer',
      'cancellation',
      'timer',
    ])
  })

  test('names the failed step and how it failed', () => {
    const ends = tell([
      started,
      step(2, 'a'),
      step(3, 'b'),
      step(4, 'c'),
      eventOf(5, 'ActivityFailed', { activityId: 'a', attempt: 3, failure }),
      eventOf(6, 'ActivityTimedOut', { activityId: 'b', attempt: 1, failure, timeout: 'heartbeat' }),
      eventOf(7, 'ActivityCancelled', { activityId: 'c', attempt: 1, failure }),
    ]).filter((event) => event.type === 'step:failed')
    expect(ends).toMatchObject([
      { activity: 'email.send', attempt: 3, outcome: 'failed', failure },
      { activity: 'email.send', attempt: 1, outcome: 'timed-out', timeout: 'heartbeat' },
      { activity: 'email.send', attempt: 1, outcome: 'cancelled' },
    ])
  })

  test.each([
    [eventOf(2, 'RunFailed', { failure }), { type: 'failed', failure }],
    [eventOf(2, 'RunTimedOut', { timeout: 'run' }), { type: 'timed-out', timeout: 'run' }],
    [eventOf(2, 'RunTerminated', { reason: 'by hand' }), { type: 'terminated', reason: 'by hand' }],
  ])('tells the end $type', (event, told) => {
    expect(tell([started, event])[1]).toMatchObject(told)
  })

  test('passes over side effects and events of a newer version', () => {
    const newer = { seq: 3, type: 'MoonRose' as EventType, recordedAt: 3_000, data: '{}' }
    expect(tell([started, eventOf(2, 'SideEffectRecorded', { sideEffectId: '1', value: 1 }), newer])).toHaveLength(1)
  })
})
