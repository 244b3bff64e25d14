// How long a history may grow. Replay reads all of it, so that a run without an end has to continue as new in time.

export interface HistorySize {
  readonly events: number
  /** Of their data, as JSON text in UTF-16 units. */
  readonly bytes: number
}

/** From here on `continueAsNewSuggested` is true. */
const suggested: HistorySize = { events: 10_000, bytes: 10 * 1024 * 1024 }

/** From here on a run is blocked until it is terminated. */
const most: HistorySize = { events: 50_000, bytes: 50 * 1024 * 1024 }

const reaches = (size: HistorySize, limit: HistorySize): boolean =>
  size.events >= limit.events || size.bytes >= limit.bytes

export const suggestsContinuing = (size: HistorySize): boolean => reaches(size, suggested)

export const isTooLong = (size: HistorySize): boolean => reaches(size, most)

export const mostEvents = most.events
