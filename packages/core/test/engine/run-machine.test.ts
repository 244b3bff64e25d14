import { describe, expect, test } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import { activityOptions } from '../history/event-of.js'
import { result, fail, complete, machineOf, schedule, sleepUntil, start, turnOf, typesOf } from './scripted-code.js'

describe('a start', () => {
  test('records RunStarted with the pinned bundle, then what the code asks for', () => {
    const turn = turnOf(
      machineOf({ start: [schedule('1'), sleepUntil('2', 5_000)] }).apply({ now: 100, inputs: [start()] }),
    )
    expect(turn.baseSeq).toBe(0)
    expect(turn.events.map(({ seq, type, recordedAt }) => [seq, type, recordedAt])).toEqual([
      [1, 'RunStarted', 100],
      [2, 'ActivityScheduled', 100],
      [3, 'TimerStarted', 100],
    ])
    expect(JSON.parse(turn.events[0]?.data ?? '')).toEqual({
      runId: 'r1',
      workflowId: 'w1',
      workflowType: 'test',
      taskQueue: 'default',
      bundle: 'b1',
      flags: [],
      args: [],
    })
    expect(scheduledActivities(turn)).toEqual([
      { activityId: '1', name: 'work', args: '["1"]', options: activityOptions, scheduledAt: 100 },
    ])
    expect(turn.timersOpened).toEqual([{ timerId: '2', kind: 'sleep', fireAt: 5_000 }])
    expect(turn.nextTimerAt).toBe(5_000)
    expect(turn.openActivities).toBe(1)
  })

  test('that comes twice starts once', () => {
    const machine = machineOf({ start: [schedule('1')] })
    turnOf(machine.apply({ now: 1, inputs: [start()] }))
    expect(turnOf(machine.apply({ now: 2, inputs: [start()] })).events).toEqual([])
  })
})

describe('an error out of the code’s host', () => {
  test('blocks the run and writes nothing', () => {
    const machine = machineOf(
      {},
      {
        activate: () => {
          throw new TypeError('boom')
        },
      },
    )
    expect(machine.apply({ now: 1, inputs: [start()] })).toMatchObject({
      type: 'blocked',
      reason: { code: 'FOLIOT_ENGINE_ERROR', message: expect.stringContaining('boom') as string },
    })
    expect(machine.apply({ now: 2, inputs: [] }).type).toBe('blocked')
  })

  test('is also an answer that is not one', () => {
    for (const answer of ['{}', 'CompleteRun', 'LaunchRocket {}\n']) {
      const machine = machineOf({}, { activate: () => answer })
      expect(machine.apply({ now: 1, inputs: [start()] })).toMatchObject({ reason: { code: 'FOLIOT_ENGINE_ERROR' } })
    }
  })
})

describe('a charge', () => {
  test('fails the run within the turn it belongs to, and replays', () => {
    const machine = machineOf({ start: [sleepUntil('a', 50)] })
    turnOf(machine.apply({ now: 1, inputs: [start()] }))
    const turn = turnOf(machine.charge(new TypeError('floating')))
    expect(typesOf(turn)).toEqual(['RunStarted', 'TimerStarted', 'RunFailed'])
    expect(turn.timersOpened).toEqual([])
    expect(turn.closing).toMatchObject({ type: 'failed', failure: expect.stringContaining('floating') as string })
    expect(machineOf({ start: [sleepUntil('a', 50)] }).replay(turn.events).type).toBe('replayed')
  })

  test('takes the place of a result that isn’t recorded yet, and replays', () => {
    const machine = machineOf({ start: [schedule('1')], 'activity:1': [sleepUntil('a', 50), complete] })
    const first = turnOf(machine.apply({ now: 1, inputs: [start()] }))
    turnOf(machine.apply({ now: 2, inputs: [result('1', 2, 7)] }))
    const turn = turnOf(machine.charge(new TypeError('floating')))
    expect(typesOf(turn)).toEqual(['ActivityCompleted', 'TimerStarted', 'RunFailed'])
    expect(turn.events.map(({ seq }) => seq)).toEqual([3, 4, 5])
    expect([turn.closing?.type, turn.mailConsumed, machine.seq]).toEqual(['failed', 7, 5])
    const again = machineOf({ start: [schedule('1')], 'activity:1': [sleepUntil('a', 50), complete] })
    expect(again.replay([...first.events, ...turn.events])).toMatchObject({ type: 'replayed', differences: [] })
  })

  test('changes nothing of a run that failed by itself', () => {
    const machine = machineOf({ start: [fail] })
    const turn = turnOf(machine.apply({ now: 1, inputs: [start()] }))
    expect(turnOf(machine.charge(new Error('late')))).toEqual(turn)
  })
})
