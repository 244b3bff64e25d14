import { describe, expect, test } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import {
  cancelTimer,
  complete,
  fail,
  machineOf,
  result,
  schedule,
  sleepUntil,
  start,
  turnOf,
  typesOf,
} from './scripted-code.js'

describe('what a turn reports', () => {
  test('a timer started and cancelled within it leaves no row', () => {
    // TRAPS 20
    const turn = turnOf(
      machineOf({ start: [sleepUntil('a', 500), cancelTimer('a')] }).apply({ now: 1, inputs: [start()] }),
    )
    expect(typesOf(turn)).toEqual(['RunStarted', 'TimerStarted', 'TimerCancelled'])
    expect([turn.timersOpened, turn.timersClosed, turn.nextTimerAt]).toEqual([[], [], null])
  })

  test('a timer of an earlier turn that fired or was cancelled is closed', () => {
    const machine = machineOf({
      start: [sleepUntil('a', 10), sleepUntil('b', 20)],
      'timer:a': [cancelTimer('b')],
    })
    turnOf(machine.apply({ now: 1, inputs: [start()] }))
    const turn = turnOf(machine.apply({ now: 10, inputs: [] }))
    expect(typesOf(turn)).toEqual(['TimerFired', 'TimerCancelled'])
    expect([turn.timersOpened, turn.timersClosed, turn.latestFireAt]).toEqual([[], ['a', 'b'], 10])
  })

  // TRAPS 11
  test('an id that fired and is armed anew replaces its row', () => {
    const machine = machineOf({ start: [sleepUntil('a', 10)], 'timer:a': (now) => [sleepUntil('a', now + 10)] })
    turnOf(machine.apply({ now: 1, inputs: [start()] }))
    const turn = turnOf(machine.apply({ now: 10, inputs: [] }))
    expect(turn.timersOpened).toEqual([{ timerId: 'a', kind: 'sleep', fireAt: 20 }])
    expect(turn.timersClosed).toEqual([])
    const next = turnOf(machine.apply({ now: 20, inputs: [] }))
    expect(next.timersOpened.map(({ fireAt }) => fireAt)).toEqual([30])
  })

  test('an activity that ended is closed, with its outcome as the event', () => {
    const machine = machineOf({ start: [schedule('1'), schedule('2'), schedule('3'), schedule('4')] })
    turnOf(machine.apply({ now: 1, inputs: [start()] }))
    const ended = (activityId: string, outcome: object) =>
      ({ ...result(activityId, 2), outcome }) as ReturnType<typeof result>
    const failure = '{"type":"Error","message":"no"}'
    const turn = turnOf(
      machine.apply({
        now: 2,
        inputs: [
          result('1', 2),
          ended('2', { type: 'failed', failure }),
          ended('3', { type: 'timed-out', timeout: 'heartbeat', failure }),
          ended('4', { type: 'cancelled', failure }),
        ],
      }),
    )
    expect(turn.events.map(({ type, data }) => [type, JSON.parse(data) as unknown])).toEqual([
      ['ActivityCompleted', { activityId: '1', attempt: 1, result: 'done' }],
      ['ActivityFailed', { activityId: '2', attempt: 1, failure: JSON.parse(failure) as unknown }],
      [
        'ActivityTimedOut',
        { activityId: '3', attempt: 1, timeout: 'heartbeat', failure: JSON.parse(failure) as unknown },
      ],
      ['ActivityCancelled', { activityId: '4', attempt: 1, failure: JSON.parse(failure) as unknown }],
    ])
    expect(turn.activitiesClosed).toEqual(['1', '2', '3', '4'])
    expect(turn.openActivities).toBe(0)
  })

  test('a result that nobody waits for is dropped, and its mail is consumed', () => {
    const machine = machineOf({ start: [schedule('1')] })
    turnOf(machine.apply({ now: 1, inputs: [start()] }))
    turnOf(machine.apply({ now: 2, inputs: [result('1', 2, 1)] }))
    const turn = turnOf(machine.apply({ now: 3, inputs: [result('1', 3, 2), result('unknown', 3, 3)] }))
    expect(turn.events).toEqual([])
    expect(turn.mailConsumed).toBe(3)
  })
})

describe('the end of a run', () => {
  // TRAPS 19
  test('clears what is open, and what comes later changes nothing', () => {
    const machine = machineOf({ start: [sleepUntil('a', 50), schedule('1'), complete] })
    const turn = turnOf(machine.apply({ now: 1, inputs: [start()] }))
    expect(turn.closing).toEqual({ type: 'completed', result: '42' })
    expect([turn.timersOpened, scheduledActivities(turn), turn.nextTimerAt, turn.openActivities]).toEqual([
      [],
      [],
      null,
      0,
    ])
    const later = turnOf(machine.apply({ now: 60, inputs: [result('1', 60, 1)] }))
    expect([later.events, later.mailConsumed, later.closing]).toEqual([[], undefined, undefined])
  })

  test('by failure carries the failure', () => {
    const turn = turnOf(machineOf({ start: [fail] }).apply({ now: 1, inputs: [start()] }))
    expect(turn.closing).toEqual({ type: 'failed', failure: '{"type":"Error","message":"no"}' })
  })

  test.each([
    [{ type: 'run-timeout', timeout: 'run', receivedAt: 20 }, 'RunTimedOut', 'timed-out', 'FOLIOT_RUN_TIMED_OUT'],
    [{ type: 'terminate', reason: 'fraud', receivedAt: 20 }, 'RunTerminated', 'terminated', 'FOLIOT_RUN_TERMINATED'],
  ] as const)('from outside runs no code: %o', (input, event, closing, code) => {
    const delivered: string[] = []
    const machine = machineOf({ start: [sleepUntil('a', 20), schedule('1')] }, { delivered })
    turnOf(machine.apply({ now: 1, inputs: [start()] }))
    const turn = turnOf(machine.apply({ now: 19, inputs: [input, result('1', 21)] }))
    expect(typesOf(turn)).toEqual([event])
    expect(delivered).toEqual(['start'])
    expect(turn.closing?.type).toBe(closing)
    expect(JSON.parse((turn.closing as { failure: string }).failure)).toMatchObject({ code })
  })
})
