// How often a client looks at the runs that somebody waits for. Hints make it look sooner; looking is the truth.

export interface Polling {
  /** After this long at first; then doubling. */
  readonly firstMs: number
  readonly longestMs: number
}

export const usualPolling: Polling = { firstMs: 5, longestMs: 500 }
