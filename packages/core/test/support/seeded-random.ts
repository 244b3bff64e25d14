// Chance for tests that look for races: the seed makes the same moments again.

export interface SeededRandom {
  readonly seed: number
  /** From 0 up to 1, without 1. */
  next(): number
  pick<T>(values: readonly [T, ...T[]]): T
}

/** Takes `FOLIOT_SEED`, or a seed of the moment. */
export const seededRandom = (): SeededRandom => {
  const seed = (Number(process.env['FOLIOT_SEED'] ?? Date.now()) % 2_147_483_646) + 1
  let state = seed
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return {
    seed: seed - 1,
    next,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  }
}
