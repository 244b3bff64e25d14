// Order statistics of a sample.

/** The value below which the given share of the sample lies (nearest rank). NaN for an empty sample. */
export const quantile = (sample: readonly number[], share: number): number => {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

/** The middle value, or the mean of the two in the middle. */
export const median = (sample: readonly number[]): number => {
  const sorted = [...sample].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? Number.NaN : (upper + lower) / 2
}
