// How often a client looks at the runs that somebody waits for. Hints make it look sooner; looking is the truth.

export interface Polling {
  /** After this long at first; then doubling. */
  readonly firstMs: number
  /** The same, while hints tell the ends of runs. */
  readonly firstWithHintsMs: number
  readonly longestMs: number
}

export const usualPolling: Polling = { firstMs: 5, firstWithHintsMs: 100, longestMs: 500 }
