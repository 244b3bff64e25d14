import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FrozenActivityOptions } from '../../src/history/frozen-activity-options.js'
import { decideRetry, type FailedAttempt } from '../../src/worker/retry-decision.js'

const options = (retry: Partial<FrozenActivityOptions['retry']> = {}, rest: Partial<FrozenActivityOptions> = {}) => ({
  priority: 3,
  startToCloseMs: 600_000,
  retry: {
    initialIntervalMs: 1_000,
    backoffCoefficient: 2,
    maximumIntervalMs: 100_000,
    maximumAttempts: 0,
    nonRetryableErrors: [],
    ...retry,
  },
  ...rest,
})

const failed = (fields: Partial<FailedAttempt> = {}): FailedAttempt => ({
  runId: 'run',
  activityId: '1',
  attempt: 1,
  options: options(),
  scheduledAt: 0,
  failure: { type: 'Error' },
  ...fields,
})

test('the delay grows with the attempts up to the maximum, and jitter only shortens it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.uuid(), (attempt, runId) => {
      const decision = decideRetry(failed({ attempt, runId }), 0)
      const full = Math.min(100_000, 1_000 * 2 ** (attempt - 1))
      expect(decision.type).toBe('retry')
      const { delayMs } = decision as { delayMs: number }
      expect(delayMs).toBeLessThanOrEqual(full)
      expect(delayMs).toBeGreaterThanOrEqual(full * 0.8)
    }),
  )
})

test('the same attempt gets the same delay, so a second look agrees with the first', () => {
  expect(decideRetry(failed({ attempt: 3 }), 0)).toEqual(decideRetry(failed({ attempt: 3 }), 77))
})

test('the last allowed attempt is final', () => {
  const limited = options({ maximumAttempts: 3 })
  expect(decideRetry(failed({ options: limited, attempt: 2 }), 0).type).toBe('retry')
  expect(decideRetry(failed({ options: limited, attempt: 3 }), 0).type).toBe('final')
})

test('errors that are not retryable by flag, type or code are final', () => {
  const listed = options({ nonRetryableErrors: ['CardDeclined', 'E_FRAUD'] })
  expect(decideRetry(failed({ failure: { type: 'Error', nonRetryable: true } }), 0).type).toBe('final')
  expect(decideRetry(failed({ options: listed, failure: { type: 'CardDeclined' } }), 0).type).toBe('final')
  expect(decideRetry(failed({ options: listed, failure: { type: 'Error', code: 'E_FRAUD' } }), 0).type).toBe('final')
  expect(decideRetry(failed({ options: listed, failure: { type: 'Error' } }), 0).type).toBe('retry')
})

test('a retry that would begin after the schedule-to-close deadline is not made', () => {
  const bounded = options({}, { scheduleToCloseMs: 5_000 })
  expect(decideRetry(failed({ options: bounded, scheduledAt: 1_000 }), 3_000).type).toBe('retry')
  expect(decideRetry(failed({ options: bounded, scheduledAt: 1_000 }), 5_500).type).toBe('final')
})

test('a delay that the failure asks for replaces the policy’s', () => {
  expect(decideRetry(failed({ retryAfterMs: 42 }), 0)).toEqual({ type: 'retry', delayMs: 42 })
})
