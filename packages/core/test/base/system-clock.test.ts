import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/system-clock.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('systemClock', () => {
  test('calls back once, never before its time', async () => {
    for (const delayMs of [0, 1, 5, 10.5]) {
      const started = systemClock.now()
      const fired = await new Promise<number>((resolve) =>
        systemClock.setTimer(delayMs, () => resolve(systemClock.now())),
      )
      expect(fired - started).toBeGreaterThanOrEqual(delayMs)
    }
  })

  test('never calls back within the call', async () => {
    let fired = false
    systemClock.setTimer(-5, () => (fired = true))
    expect(fired).toBe(false)
    await delay(20)
    expect(fired).toBe(true)
  })

  // traps: 3
  test.each([25, 60, 400])('waits %d days, beyond what setTimeout can', (days) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let fired = 0
    systemClock.setTimer(days * 86_400_000, () => (fired += 1))
    vi.advanceTimersByTime(days * 86_400_000 - 1)
    expect(fired).toBe(0)
    vi.advanceTimersByTime(1)
    expect(fired).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a cancelled timer is silent, also between two hops', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let fired = 0
    const timer = systemClock.setTimer(60 * 86_400_000, () => (fired += 1))
    vi.advanceTimersByTime(30 * 86_400_000)
    timer.cancel()
    timer.cancel()
    vi.advanceTimersByTime(60 * 86_400_000)
    expect(fired).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('refuses a delay that is no number', () => {
    expect(() => systemClock.setTimer(NaN, () => undefined)).toThrow(RangeError)
    expect(() => systemClock.setTimer(Infinity, () => undefined)).toThrow(RangeError)
  })
})
