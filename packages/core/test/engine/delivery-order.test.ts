import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxInlineFires } from '../../src/engine/run-machine.js'
import { complete, machineOf, result, schedule, sleepUntil, start, turnOf, typesOf } from './scripted-code.js'

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
