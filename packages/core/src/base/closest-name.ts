// Finds what somebody meant who misspelt a name, for "Did you mean" in error messages.

const shortestStart = 3

/**
 * The candidate nearest to a name, else the first that begins with it, or `undefined` when there is neither. Case doesn't
 * count.
 */
export const closestName = (name: string, candidates: Iterable<string>): string | undefined => {
  const wanted = name.toLowerCase()
  // A third of the letters may differ: enough for a slip, too little for another word.
  let best = Math.max(1, Math.floor(name.length / 3)) + 1
  let closest: string | undefined
  let longer: string | undefined
  for (const candidate of candidates) {
    if (wanted.length >= shortestStart && candidate.toLowerCase().startsWith(wanted)) longer ??= candidate
    if (Math.abs(candidate.length - name.length) >= best) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < best) {
      best = distance
      closest = candidate
    }
  }
  return closest ?? longer
}

/** Insertions, deletions, replacements, and swaps of neighbours. */
const editDistance = (a: string, b: string): number => {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let distance = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, at(beforePrevious, j - 2) + 1)
      }
      row.push(distance)
    }
    beforePrevious = previous
    previous = row
  }
  return at(previous, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] as number
