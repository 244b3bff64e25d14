import { expect, test } from 'vitest'
import { quarantineMs } from '../../src/worker/quarantine.js'

// TRAPS 59
test('a run that takes its workers along is set aside after five losses, for longer each time, with one try in between', () => {
  const delays: number[] = []
  let takeovers = 0
  let blockedAttempts = 0
  let story = ''
  for (let claim = 0; claim < 50; claim++) {
    const delayMs = quarantineMs({ takeovers, blockedAttempts })
    if (delayMs === undefined) {
      story += 't'
      takeovers++
    } else {
      delays.push(delayMs)
      story += 's'
      blockedAttempts++
    }
  }
  expect(delays.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000])
  expect(delays.at(-1)).toBe(86_400_000)
  expect(story).toMatch(/^t{5}(st)+s?$/)
})

test('one that was never lost, or lost now and then, is tried at once', () => {
  for (let takeovers = 0; takeovers < 5; takeovers++) {
    expect(quarantineMs({ takeovers, blockedAttempts: 0 })).toBeUndefined()
  }
})
