// A step of a replay that is the recorded one, but was asked for with other arguments, options or times. History wins:
// the run goes on with what was recorded. Production warns of it; tests and the deploy check treat it as an error.
import type { OutputEventType } from './event-type.js'

export interface ArgumentDifference {
  /** Number of the recorded event. */
  readonly seq: number
  readonly event: OutputEventType
  /** The step in words, such as: activity "email.send" (3). */
  readonly step: string
  /** Paths into the event's data that differ, such as `args[0].userId`. */
  readonly paths: readonly string[]
  /** JSON texts of the event's data. */
  readonly recorded: string
  readonly produced: string
}
