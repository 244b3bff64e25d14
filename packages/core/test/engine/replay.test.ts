import { describe, expect, test } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import { writeAnswer } from '../../src/workflow/answer-text.js'
import { activityOptions, eventOf, started } from '../history/event-of.js'
import { cancelTimer, machineOf, result, schedule, sleepUntil, start, turnOf, typesOf } from './scripted-code.js'

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
    expect([turn.timersOpened, scheduledActivities(turn), turn.timersClosed]).toEqual([[], [], ['b']])
  })

  test('goes on from the time of the last event', () => {
    const machine = machineOf(script)
    machine.replay(live())
    const turn = turnOf(machine.apply({ now: 40, inputs: [result('1', 40)] }))
    expect(turn.events.map(({ recordedAt }) => recordedAt)).toEqual([50, 50])
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
          return writeAnswer({ commands: [schedule('1', 'other')], stacks: ['at author'] })
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
