import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxInlineFires } from '../../src/engine/run-machine.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import { activityOptions, eventOf, started } from '../history/event-of.js'
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
    expect(turn.activitiesScheduled).toEqual([
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

describe('the order of timers and inputs', () => {
  const openTimers = {
    start: [sleepUntil('late', 300), sleepUntil('b', 200), sleepUntil('a', 200), schedule('1'), schedule('2')],
  }
  const order = (now: number, ...inputs: ReturnType<typeof result>[]): readonly string[] => {
    const delivered: string[] = []
    const machine = machineOf(openTimers, { delivered })
    turnOf(machine.apply({ now: 100, inputs: [start()] }))
    turnOf(machine.apply({ now, inputs }))
    return delivered.slice(1)
  }

  // TRAPS 18
  test('is by fireAt, and by start among timers of one instant', () => {
    expect(order(300)).toEqual(['timer:b', 'timer:a', 'timer:late'])
  })

  test('fires nothing that lies after now', () => {
    expect(order(299)).toEqual(['timer:b', 'timer:a'])
  })

  test('lets an input go first only if it came before the timer was due', () => {
    expect(order(300, result('1', 199))).toEqual(['activity:1', 'timer:b', 'timer:a', 'timer:late'])
    expect(order(300, result('1', 200))).toEqual(['timer:b', 'timer:a', 'activity:1', 'timer:late'])
    expect(order(300, result('2', 250), result('1', 400))).toEqual([
      'timer:b',
      'timer:a',
      'activity:2',
      'timer:late',
      'activity:1',
    ])
  })

  test('sorts any mix as the rule says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 8 }).map((times) => times.sort((a, b) => a - b)),
        (fireTimes, inputTimes) => {
          const delivered: string[] = []
          const timers = fireTimes.map((fireAt, index) => sleepUntil(`t${index}`, fireAt))
          const activities = inputTimes.map((_, index) => schedule(`${index}`))
          const machine = machineOf({ start: [...timers, ...activities] }, { delivered })
          turnOf(machine.apply({ now: 0, inputs: [start()] }))
          turnOf(machine.apply({ now: 20, inputs: inputTimes.map((at, index) => result(`${index}`, at)) }))
          const expected = [
            ...fireTimes.map((at, index) => ({ name: `timer:t${index}`, at, rank: 0 })),
            ...inputTimes.map((at, index) => ({ name: `activity:${index}`, at, rank: 1 })),
          ].sort((a, b) => a.at - b.at || a.rank - b.rank)
          expect(delivered.slice(1)).toEqual(expected.map(({ name }) => name))
        },
      ),
    )
  })
})

describe('recordedAt', () => {
  test('never goes back, and is never before a timer was due', () => {
    const machine = machineOf({ start: [sleepUntil('a', 150), schedule('1')] })
    turnOf(machine.apply({ now: 200, inputs: [start()] }))
    const turn = turnOf(machine.apply({ now: 160, inputs: [result('1', 160)] }))
    expect(turn.events.every(({ recordedAt }) => recordedAt === 200)).toBe(true)
  })
})

describe('inline fires', () => {
  // TRAPS 4, 20
  test('fire what is due at once in the same turn, as deliveries of their own, without a row', () => {
    const turn = turnOf(
      machineOf({ start: [sleepUntil('a', 50), sleepUntil('b', 60)], 'timer:a': [complete] }).apply({
        now: 100,
        inputs: [start()],
      }),
    )
    expect(typesOf(turn)).toEqual(['RunStarted', 'TimerStarted', 'TimerStarted', 'TimerFired', 'RunCompleted'])
    expect(turn.timersOpened).toEqual([])
    expect(turn.timersClosed).toEqual([])
    expect(turn.latestFireAt).toBe(50)
    expect(turn.closing).toEqual({ type: 'completed', result: '42' })
  })

  test('end the turn after a hundred, which then wants to go on at once', () => {
    const again = (now: number) => [sleepUntil('a', now)]
    const machine = machineOf({ start: again, 'timer:a': again })
    const turn = turnOf(machine.apply({ now: 100, inputs: [start()] }))
    expect(typesOf(turn).filter((type) => type === 'TimerFired')).toHaveLength(maxInlineFires)
    expect(turn.timersOpened).toEqual([{ timerId: 'a', kind: 'sleep', fireAt: 100 }])
    expect(turn.nextTimerAt).toBe(100)
    const next = turnOf(machine.apply({ now: 101, inputs: [] }))
    expect(typesOf(next).filter((type) => type === 'TimerFired')).toHaveLength(maxInlineFires + 1)
    expect(next.timersClosed).toEqual([])
    expect(next.timersOpened).toEqual([{ timerId: 'a', kind: 'sleep', fireAt: 101 }])
  })

  test('leave no input of the turn behind', () => {
    const again = (now: number) => [sleepUntil('a', now)]
    const delivered: string[] = []
    const machine = machineOf({ start: [schedule('1'), sleepUntil('a', 0)], 'timer:a': again }, { delivered })
    const turn = turnOf(machine.apply({ now: 100, inputs: [start(), result('1', 100, 1)] }))
    expect(delivered).toContain('activity:1')
    expect(turn.mailConsumed).toBe(1)
  })
})

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
    expect([turn.timersOpened, turn.activitiesScheduled, turn.nextTimerAt, turn.openActivities]).toEqual([
      [],
      [],
      null,
      0,
    ])
    const later = turnOf(machine.apply({ now: 60, inputs: [result('1', 60, 1)] }))
    expect([later.events, later.mailConsumed, later.closing]).toEqual([[], 1, undefined])
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

describe('replay', () => {
  const script = {
    start: [schedule('1'), sleepUntil('a', 50), sleepUntil('b', 60)],
    'timer:a': [schedule('2')],
    'activity:1': [cancelTimer('b')],
  }
  const live = (): readonly HistoryEvent[] => {
    const machine = machineOf(script)
    return [
      ...turnOf(machine.apply({ now: 1, inputs: [start()] })).events,
      ...turnOf(machine.apply({ now: 50, inputs: [] })).events,
    ]
  }

  test('reports what is open', () => {
    const machine = machineOf(script)
    expect(machine.replay(live())).toEqual({
      type: 'replayed',
      open: {
        timers: [{ timerId: 'b', kind: 'sleep', fireAt: 60 }],
        activities: [
          { activityId: '1', name: 'work', args: '["1"]', options: activityOptions, scheduledAt: 1 },
          { activityId: '2', name: 'work', args: '["2"]', options: activityOptions, scheduledAt: 50 },
        ],
      },
      differences: [],
    })
    expect(machine.seq).toBe(6)
  })

  // TRAPS 16
  test('opens nothing a second time', () => {
    const machine = machineOf(script)
    machine.replay(live())
    const turn = turnOf(machine.apply({ now: 55, inputs: [result('1', 55)] }))
    expect(turn.baseSeq).toBe(6)
    expect(typesOf(turn)).toEqual(['ActivityCompleted', 'TimerCancelled'])
    expect([turn.timersOpened, turn.activitiesScheduled, turn.timersClosed]).toEqual([[], [], ['b']])
  })

  test('keeps the recorded time of a timer whose code now says another', () => {
    const machine = machineOf({ ...script, start: [schedule('1'), sleepUntil('a', 50), sleepUntil('b', 99)] })
    const outcome = machine.replay(live())
    expect(outcome.type === 'replayed' && outcome.differences.map(({ seq, paths }) => [seq, paths])).toEqual([
      [4, ['fireAt']],
    ])
    expect(typesOf(turnOf(machine.apply({ now: 60, inputs: [] })))).toEqual(['TimerFired'])
  })

  // TRAPS 32
  test('blocks at a mismatch, names both sides and the source line, and is spent', () => {
    const machine = machineOf(
      {},
      {
        trace: true,
        activate: (delivery) => {
          expect(JSON.parse(delivery)).toMatchObject({ trace: true, replaying: true })
          return JSON.stringify({ commands: [schedule('1', 'other')], stacks: ['at author'] })
        },
        mapStack: (stack) => (stack === 'at author' ? { file: 'src/wf.ts', line: 12, column: 5 } : undefined),
      },
    )
    const outcome = machine.replay(live())
    expect(outcome).toMatchObject({
      type: 'blocked',
      reason: {
        code: 'FOLIOT_NONDETERMINISM',
        seq: 2,
        recorded: 'ActivityScheduled, activity "work" (1)',
        produced: 'ActivityScheduled, activity "other" (1)',
        source: { file: 'src/wf.ts', line: 12, column: 5 },
      },
    })
    const message = outcome.type === 'blocked' ? outcome.reason.message : ''
    expect(message).toMatch(/event 2.*activity "work" \(1\).*activity "other" \(1\) at src\/wf.ts:12:5/)
    expect(machine.apply({ now: 99, inputs: [] }).type).toBe('blocked')
  })

  test('blocks on outputs that are recorded and no longer asked for', () => {
    const outcome = machineOf({ start: script.start }).replay(live())
    expect(outcome).toMatchObject({
      type: 'blocked',
      reason: { code: 'FOLIOT_NONDETERMINISM', seq: 6, recorded: 'ActivityScheduled, activity "work" (2)' },
    })
  })

  test('blocks on an event type or flag of a newer version', () => {
    const unknown = { ...eventOf(2, 'TimerFired', { timerId: 'a' }), type: 'Webhook' as HistoryEvent['type'] }
    expect(machineOf({}).replay([started, unknown])).toMatchObject({
      type: 'blocked',
      reason: { code: 'FOLIOT_UNKNOWN_EVENT', seq: 2 },
    })
    const flagged = { ...started, data: started.data.replace('"flags":[]', '"flags":[77]') }
    expect(machineOf({}).replay([flagged])).toMatchObject({
      type: 'blocked',
      reason: { code: 'FOLIOT_UNKNOWN_EVENT', seq: 1, message: expect.stringContaining('engine flag 77') as string },
    })
  })

  test('of a run that ended leaves nothing open and takes nothing more', () => {
    const history = [started, eventOf(2, 'RunTimedOut', { timeout: 'run' })]
    const machine = machineOf({})
    expect(machine.replay(history)).toMatchObject({ open: { timers: [], activities: [] } })
    expect(turnOf(machine.apply({ now: 99, inputs: [start()] })).events).toEqual([])
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
    for (const answer of ['', '{}', '{"commands":[{"type":"LaunchRocket","data":"{}"}]}']) {
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

  test('changes nothing of a run that ended by itself', () => {
    const machine = machineOf({ start: [complete] })
    const turn = turnOf(machine.apply({ now: 1, inputs: [start()] }))
    expect(turnOf(machine.charge(new Error('late')))).toEqual(turn)
  })
})
