import { describe, expect, test } from 'vitest'
import { scheduledActivities } from '../../src/engine/open-steps.js'
import { ActivityFailure } from '../../src/codec/activity-failure.js'
import { ActivityTimeoutFailure } from '../../src/codec/activity-timeout-failure.js'
import { activities } from '../../src/workflow/activities.js'
import { sleep } from '../../src/workflow/sleep.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { runOf, resultOf, failureOf, replays } from './body-workflow.js'

describe('activities', () => {
  interface Email {
    send(to: string, copies?: number): Promise<{ id: number }>
    sync(): string
    readonly version: number
  }
  const email = activities<Email>('email', { startToCloseTimeout: '1 minute', retry: { maximumAttempts: 3 } })
  const plain = activities<{ sum(a: number, b: bigint): bigint }>()

  test('are scheduled by namespace and name, with frozen options', () =>
    outsideMicrotasks(() => {
      const { turn } = runOf(async () => {
        const sent: { id: number } = await email.send('a', 2)
        const text: string = await email.sync()
        return [sent, text]
      })
      expect(scheduledActivities(turn)).toEqual([
        {
          activityId: '1',
          name: 'email.send',
          args: '["a",2]',
          scheduledAt: 1_000,
          options: {
            priority: 3,
            startToCloseMs: 60_000,
            retry: {
              initialIntervalMs: 1_000,
              backoffCoefficient: 2,
              maximumIntervalMs: 100_000,
              maximumAttempts: 3,
              nonRetryableErrors: [],
            },
          },
        },
      ])
    }))

  test('carry tagged values both ways', () =>
    outsideMicrotasks(() => {
      let got: unknown
      const { run } = runOf(async () => {
        got = await plain.sum(1, 2n)
      })
      expect(JSON.parse(run.history[1]?.data ?? '')).toMatchObject({ name: 'sum' })
      expect(run.complete('1', 3n).closing?.type).toBe('completed')
      expect(got).toBe(3n)
    }))

  test('are no thenables and answer what the language asks of objects', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(async () => {
        const same = (await Promise.resolve(email)) === email
        return [same, JSON.stringify(email), String(email), Reflect.has(email, 'then'), email.send === email.send]
      })
      expect(resultOf(turn)).toEqual([true, '{}', '[object Object]', false, true])
      expect(run.lines).toEqual(['RunStarted', 'RunCompleted'])
    }))

  test.each([
    [{ startToCloseTimeout: 0 }, /startToCloseTimeout: Expected a duration above zero/],
    [{ startToCloseTimeout: 'soon' }, /startToCloseTimeout: Expected a duration/],
    [{ startToCloseTimeOut: 1 }, /startToCloseTimeOut.*Did you mean startToCloseTimeout/],
    [{ retry: { maximumAttempts: 0 } }, /retry.maximumAttempts: Expected a whole number of at least 1, or Infinity/],
    [{ retry: { maximumAttempts: 1.5 } }, /retry.maximumAttempts/],
    [{ retry: { backoffCoefficient: 0.5 } }, /retry.backoffCoefficient: Expected a number of at least 1/],
    [{ retry: { initialInterval: '2 s', maximumInterval: '1 s' } }, /retry.maximumInterval: Expected at least/],
    [{ retry: { nonRetryableErrors: [TypeError] } }, /retry.nonRetryableErrors: Expected an array of error names/],
    [{ retry: { attempts: 3 } }, /retry.attempts/],
    [{ priority: 0 }, /priority/],
    [{ taskQueue: '' }, /taskQueue: Expected a non-empty string/],
  ])('refuse options %j when the stub is made', (options, message) => {
    expect(() => activities('email', options as object)).toThrow(message)
  })

  test('treat undefined and Infinity as the defaults', () => {
    expect(() =>
      activities({ taskQueue: undefined, retry: { maximumAttempts: Infinity, initialInterval: undefined } }),
    ).not.toThrow()
  })

  test('refuse arguments that cannot be recorded, at the call, by path', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() => plain.sum({ user: { save: () => 1 } } as unknown as number, 1n))
      expect(failureOf(turn)['message']).toMatch(/^args\[0\]\.user\.save is a function/)
      expect(run.lines).toEqual(['RunStarted', 'RunFailed'])
    }))

  test('that fail throw an ActivityFailure with the cause chain, wherever they are awaited', () =>
    outsideMicrotasks(() => {
      class CardDeclined extends Error {
        override readonly name = 'CardDeclined'
        readonly cardId = 'c1'
      }
      let caught: unknown
      const { run } = runOf(async () => {
        const pending = email.send('a')
        await sleep(100)
        try {
          await pending
        } catch (error) {
          caught = error
        }
      })
      run.fail('1', new CardDeclined('no', { cause: new TypeError('root') }))
      expect(run.apply(1_100).closing?.type).toBe('completed')
      expect(ActivityFailure.is(caught)).toBe(true)
      expect(caught).toMatchObject({ activityName: 'email.send', attempt: 1 })
      const { cause } = caught as { cause: Error & { cardId: string } }
      expect([cause.name, cause.message, cause.cardId]).toEqual(['CardDeclined', 'no', 'c1'])
      expect(cause.cause).toBeInstanceOf(TypeError)
      expect((cause.cause as Error).message).toBe('root')
      replays(run)
    }))

  test('that fail long before they are awaited are no rejection that nobody handles', async () => {
    const run = await outsideMicrotasks(() => {
      const started = runOf(async () => {
        const pending = email.send('a')
        await sleep(100)
        return pending.catch(() => 'handled')
      }).run
      started.fail('1', new Error('early'))
      return started
    })
    // Node reports unhandled rejections in between, which would fail the test run.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await outsideMicrotasks(() => expect(resultOf(run.apply(1_100))).toBe('handled'))
  })

  test('that time out throw an ActivityTimeoutFailure which says which limit', () =>
    outsideMicrotasks(() => {
      let caught: unknown
      const { run } = runOf(() => email.send('a').catch((error: unknown) => void (caught = error)))
      const failure = JSON.stringify({ type: 'X', message: 'm', cause: { type: 'Error', message: 'attempt before' } })
      run.apply(1_001, {
        type: 'activity-result',
        activityId: '1',
        attempt: 2,
        receivedAt: 1_001,
        outcome: { type: 'timed-out', timeout: 'start-to-close', failure },
      })
      expect(ActivityTimeoutFailure.is(caught)).toBe(true)
      expect(caught).toMatchObject({ timeout: 'start-to-close', attempt: 2, cause: { message: 'attempt before' } })
    }))

  test('that fail uncaught fail the run with the whole chain', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => email.send('a'))
      expect(failureOf(run.fail('1', new RangeError('deep')))).toMatchObject({
        code: 'FOLIOT_ACTIVITY_FAILED',
        cause: { type: 'RangeError', message: 'deep' },
      })
    }))
})
