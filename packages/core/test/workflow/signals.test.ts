import { describe, expect, test } from 'vitest'
import { Query } from '../../src/authoring/query-decorator.js'
import { Run } from '../../src/authoring/run-decorator.js'
import { Signal } from '../../src/authoring/signal-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import { activities } from '../../src/workflow/activities.js'
import { condition } from '../../src/workflow/condition.js'
import { receiveSignal } from '../../src/workflow/receive-signal.js'
import { sleep } from '../../src/workflow/sleep.js'
import { startTimer } from '../../src/workflow/start-timer.js'
import { now } from '../../src/workflow/time-and-chance.js'
import { failureOf, replays, resultOf, runOf } from './body-workflow.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { completed, signalled, TestRun } from './run-workflow.js'

const act = activities<{ a(): Promise<number>; b(): Promise<number> }>()

@Workflow('signalled')
class Signalled {
  readonly seen: string[] = []
  @Run() async run(needed: number): Promise<readonly string[]> {
    await condition(() => this.seen.length >= needed)
    return [...this.seen]
  }
  @Signal() add(value: string): void {
    this.seen.push(value)
  }
  @Signal({ name: 'add-later' }) async later(value: string): Promise<void> {
    this.seen.push(`${value} began`)
    await act.a()
    this.seen.push(`${value} ended`)
  }
  @Signal() fail(): void {
    throw new Error('not this one')
  }
  @Signal() async failLater(): Promise<void> {
    await act.a()
    throw new Error('not this one either')
  }
  @Query() count(): number {
    return this.seen.length
  }
}

const signalledRun = (needed: number): TestRun => {
  void Signalled
  const run = new TestRun(1_000)
  run.start('signalled', needed)
  return run
}

describe('a signal handler', () => {
  // TRAPS 25
  test('is called for every signal of a delivery, in order, before anything else goes on', () =>
    outsideMicrotasks(() => {
      const run = signalledRun(1)
      const turn = run.apply(
        2_000,
        signalled('add', ['a'], 1_500),
        signalled('add-later', ['b'], 1_600),
        signalled('add', ['c'], 1_700),
      )
      expect(resultOf(turn)).toEqual(['a', 'b began', 'c'])
      expect(run.lines.slice(1, 4)).toEqual(['SignalReceived add', 'SignalReceived add-later', 'SignalReceived add'])
      replays(run)
    }))

  test('may go on past an await, beside the run', () =>
    outsideMicrotasks(() => {
      const run = signalledRun(3)
      run.signal('add-later', ['x'])
      run.signal('add', ['y'])
      expect(resultOf(run.complete('1', 0, 2_000))).toEqual(['x began', 'y', 'x ended'])
      replays(run)
    }))

  test.each(['fail', 'failLater'])('that throws fails the run (%s)', (name) =>
    outsideMicrotasks(() => {
      const run = signalledRun(1)
      const turn = run.signal(name)
      const last = name === 'fail' ? turn : run.complete('1', 0)
      expect(failureOf(last)).toMatchObject({ type: 'Error', message: /not this one/ })
      replays(run)
    }),
  )
})

describe('messages between two timer instants', () => {
  const nowAtEach = async (): Promise<readonly number[]> => {
    const times: number[] = []
    void (async () => {
      for (;;) {
        await receiveSignal('tick')
        times.push(now().getTime())
      }
    })()
    await sleep(500)
    times.push(-1)
    await receiveSignal('end')
    return times
  }

  test('are one delivery with one mark; a timer of their instant goes first', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(nowAtEach)
      run.apply(
        2_000,
        signalled('tick', [], 1_100),
        signalled('tick', [], 1_499),
        signalled('tick', [], 1_500),
        signalled('tick', [], 1_600),
      )
      expect(run.lines.slice(2)).toEqual([
        'SignalReceived tick',
        'SignalReceived tick',
        'TimerFired 1',
        'SignalReceived tick',
        'SignalReceived tick',
      ])
      const marks = run.history.flatMap(({ type, data }) =>
        type === 'SignalReceived' ? [(JSON.parse(data) as { delivery: number }).delivery] : [],
      )
      expect(marks).toEqual([3, 3, 6, 6])
      expect(resultOf(run.signal('end', [], 2_100))).toEqual([2_000, 2_000, -1, 2_000, 2_000])
      replays(run)
    }))

  test('stay apart in replay when they were delivered one by one', () =>
    outsideMicrotasks(() => {
      const code = async (): Promise<number> => {
        let seen = 0
        void (async () => {
          for (;;) {
            await receiveSignal('tick')
            seen += 1
          }
        })()
        await condition(() => seen > 0)
        return seen
      }
      const apart = runOf(code).run
      expect(resultOf(apart.signal('tick', [], 1_100))).toBe(1)
      replays(apart)
      const { run } = runOf(async () => {
        await receiveSignal('tick')
        await act.a()
      })
      run.signal('tick', [], 1_100)
      run.signal('tick', [], 1_200)
      run.signal('tick', [], 1_300)
      expect(run.lines.slice(1)).toEqual([
        'SignalReceived tick',
        'ActivityScheduled 1',
        'SignalReceived tick',
        'SignalReceived tick',
      ])
      replays(run)
    }))
})

describe('receiveSignal', () => {
  // TRAPS 23
  test('finds a signal that came before it was called, and arms no timer for it', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        await act.a()
        return (await receiveSignal('go', { timeout: '1 day' }))?.args
      })
      run.signal('go', [1, 'two'])
      expect(resultOf(run.complete('1', 0))).toEqual([1, 'two'])
      expect(run.lines.filter((line) => line.startsWith('Timer'))).toEqual([])
      replays(run)
    }))

  test('takes the signals of its name in order, and leaves those of others', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => [
        (await receiveSignal('b')).payload,
        (await receiveSignal('a')).payload,
        (await receiveSignal('a')).payload,
      ])
      run.signal('a', [1])
      run.signal('b', [2])
      expect(resultOf(run.signal('a', [3]))).toEqual([2, 1, 3])
      replays(run)
    }))

  test('gives signals to those who wait in the order in which they began to', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => Promise.all([receiveSignal('a'), receiveSignal('a')]))
      run.apply(2_000, signalled('a', ['first'], 1_500), signalled('a', ['second'], 1_600))
      expect(run.lines.at(-1)).toBe('RunCompleted')
      expect(run.history.at(-1)?.data).toContain('"payload":"first"')
      replays(run)
    }))

  // TRAPS 28
  test('tells an empty signal from a time-out', () =>
    outsideMicrotasks(() => {
      const code = async (): Promise<string> =>
        (await receiveSignal('a', { timeout: 100 })) === undefined ? 'late' : 'signal'
      const inTime = runOf(code).run
      expect(resultOf(inTime.signal('a', [], 1_050))).toBe('signal')
      expect(inTime.lines.slice(1, 4)).toEqual(['TimerStarted 1', 'SignalReceived a', 'TimerCancelled 1'])
      replays(inTime)
      const late = runOf(code).run
      expect(resultOf(late.apply(1_200, signalled('a', [], 1_100)))).toBe('late')
      replays(late)
    }))

  test('that timed out takes no signal', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => [
        await receiveSignal('a', { timeout: 100 }),
        (await receiveSignal('a')).payload,
      ])
      const turn = run.apply(1_200, signalled('a', ['kept'], 1_150))
      expect(turn.closing).toMatchObject({ type: 'completed' })
      expect(turn.closing?.type === 'completed' ? turn.closing.result : '').toContain('"kept"]')
      replays(run)
    }))

  // TRAPS 29
  test('without a deadline isn’t ended by that of another wait', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const plain = receiveSignal('a').then(() => 'a')
        const timed = receiveSignal('b', { timeout: 50 }).then((signal) => signal?.payload ?? 'no b')
        return [await timed, await plain]
      })
      expect(run.apply(1_050).closing).toBeUndefined()
      expect(resultOf(run.signal('a', [], 1_060))).toEqual(['no b', 'a'])
      replays(run)
    }))

  // TRAPS 26
  test.each([0, 1, 5])('is decided by the order of signals, however far behind its wait lies (%i hops)', (hops) =>
    outsideMicrotasks(() => {
      const wait = async (name: string, count: number): Promise<string> => {
        await receiveSignal(name)
        for (let hop = 0; hop < count; hop += 1) await null
        return name
      }
      const { run } = runOf(() => Promise.race([wait('a', hops), wait('b', 0)]))
      expect(resultOf(run.apply(2_000, signalled('a', [], 1_500), signalled('b', [], 1_500)))).toBe('a')
      replays(run)
    }),
  )

  test('and a handle’s timer race by what was recorded first', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const deadline = startTimer('deadline', 100)
        const first = await Promise.race([receiveSignal('a').then(() => 'signal'), deadline.fired()])
        deadline.cancel()
        return first
      })
      expect(resultOf(run.apply(5_000, signalled('a', [], 1_099)))).toBe('signal')
      replays(run)
    }))

  test('refuses a name that a method handles, and options that aren’t', () =>
    outsideMicrotasks(() => {
      const { turn } = runOf(() => receiveSignal(''))
      expect(failureOf(turn)).toMatchObject({ code: 'FOLIOT_INVALID_OPTION' })
      expect(failureOf(runOf(() => receiveSignal('a', { timeout: Number.NaN })).turn)).toMatchObject({
        code: 'FOLIOT_INVALID_OPTION',
      })
    }))
})

describe('a signal that nobody waits for', () => {
  // TRAPS 31
  test('stands in the history and changes nothing', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => act.a())
      const turn = run.apply(1_500, { ...signalled('unknown', [{ deep: 1 }], 1_400), mail: 7 })
      expect([turn.mailConsumed, turn.closing]).toEqual([7, undefined])
      expect(JSON.parse(run.history.at(-1)?.data ?? '')).toEqual({
        delivery: 3,
        name: 'unknown',
        args: [{ deep: 1 }],
        receivedAt: '1970-01-01T00:00:01.400Z',
      })
      expect(resultOf(run.complete('1', 5))).toBe(5)
      replays(run)
    }))

  test('after the end of the run isn’t consumed', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => act.a())
      const turn = run.apply(1_500, { ...signalled('a', [], 1_100), mail: 1 }, completed('1', 1, 1_200), {
        ...signalled('b', [], 1_300),
        mail: 2,
      })
      expect([turn.mailConsumed, turn.closing?.type]).toEqual([1, 'completed'])
      replays(run)
    }))
})
