// Compares what code asked for in answer to a delivery with what the history says it asked for then. Equal texts are
// equal without parsing. A difference in identity is a mismatch; one in arguments alone is collected, and history wins.
import type { ArgumentDifference } from './argument-difference.js'
import { eventTypeOf } from './command.js'
import type { Command } from './command.js'
import { differingPaths } from './differing-paths.js'
import type { OutputEventType } from './event-type.js'
import type { HistoryEvent } from './history-event.js'
import { parseEventData } from './parse-event-data.js'
import { recordedStep } from './recorded-step.js'
import type { RecordedDelivery } from './split-deliveries.js'

export interface Mismatch {
  /** Number of the event at which history and code part. */
  readonly seq: number
  /** What the history has there; absent when it has nothing more. */
  readonly recorded?: string
  /** What the code asked for instead; absent when it asked for nothing more. */
  readonly produced?: string
  /** Index of the command that doesn't fit. */
  readonly command?: number
}

const withFailure: ReadonlySet<OutputEventType> = new Set(['RunFailed', 'RunCancelled', 'UpdateCompleted'])

const compareArguments = (event: OutputEventType, recorded: string, produced: string): readonly string[] =>
  // A stack names positions in the bundle, which every edit moves.
  differingPaths(JSON.parse(recorded), JSON.parse(produced), withFailure.has(event) ? 'stack' : undefined)

const isSkippedPatch = ({ type, data }: HistoryEvent, command: Command | undefined): boolean =>
  type === 'PatchRecorded' &&
  (command?.type !== 'RecordPatch' || command.data !== data) &&
  parseEventData<'PatchRecorded'>(data).deprecated === true

/** Adds to `differences`; gives the first mismatch, if there is one. */
export const matchCommands = (
  delivery: RecordedDelivery,
  commands: readonly Command[],
  differences: ArgumentDifference[],
): Mismatch | undefined => {
  const { outputs, inputs } = delivery
  let index = 0
  for (const output of outputs) {
    const recordedType = output.type as OutputEventType
    const command = commands[index]
    if (recordedType === 'RunFailed' && parseEventData<'RunFailed'>(output.data).unhandled === true) {
      // The charge for a rejected promise that nobody handled: no command of the code's own, and in place of its result.
      if (command?.type === 'CompleteRun') index += 1
      continue
    }
    // A deprecated patch was recorded for runs that would outlive its last call.
    if (isSkippedPatch(output, command)) continue
    if (command === undefined) {
      return { seq: output.seq, recorded: recordedStep(recordedType, output.data).text }
    }
    const producedType = eventTypeOf(command.type)
    if (producedType !== recordedType || command.data !== output.data) {
      const recorded = recordedStep(recordedType, output.data)
      const produced = recordedStep(producedType, command.data)
      if (recorded.identity !== produced.identity) {
        return { seq: output.seq, recorded: recorded.text, produced: produced.text, command: index }
      }
      const paths = compareArguments(recordedType, output.data, command.data)
      if (paths.length > 0) {
        const { seq, data } = output
        differences.push({
          seq,
          event: recordedType,
          step: recorded.text,
          paths,
          recorded: data,
          produced: command.data,
        })
      }
    }
    index += 1
  }
  const extra = commands[index]
  if (extra === undefined) return undefined
  return {
    seq: (outputs.at(-1) ?? inputs.at(-1) ?? inputs[0]).seq + 1,
    produced: recordedStep(eventTypeOf(extra.type), extra.data).text,
    command: index,
  }
}
