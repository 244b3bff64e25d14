import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivedRunId } from '../../src/base/derived-run-id.js'
import { isUuid } from '../../src/base/uuid-v7.js'

const time = fc.nat({ max: 4_000_000_000_000 })

test('an id that a run derives is a UUID of version 7, the same for the same run and time', () => {
  fc.assert(
    fc.property(fc.uuid(), time, (runId, nowMs) => {
      const id = derivedRunId(runId, 'x', nowMs)
      expect(isUuid(id)).toBe(true)
      expect(id[14]).toBe('7')
      expect(derivedRunId(runId, 'x', nowMs)).toBe(id)
      expect(derivedRunId(runId, 'x', nowMs + 1) > id).toBe(true)
    }),
  )
})

test('chains of runs of one instant never meet', () => {
  const seen = new Set<string>()
  for (let chain = 0; chain < 1_000; chain += 1) {
    let id = `0190b6a0-0000-7000-8000-${chain.toString(16).padStart(12, '0')}`
    for (let link = 0; link < 10; link += 1) seen.add((id = derivedRunId(id, 'x', 1_700_000_000_000)))
  }
  expect(seen.size).toBe(10_000)
})
