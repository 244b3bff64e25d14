// Why a run is blocked whose history is longer than any worker should replay.
import { FoliotError } from '../base/foliot-error.js'
import { mostEvents, type HistorySize } from './history-limits.js'

export class HistoryTooLongError extends FoliotError {
  static override readonly code = 'FOLIOT_HISTORY_TOO_LONG'

  constructor({ events, bytes }: HistorySize) {
    super(
      `The history has ${events} events and ${Math.round(bytes / 1024 / 1024)} MB; the limit is ${mostEvents} events or 50 MB. ` +
        'Terminate the run, and let the workflow continueAsNew when runInfo().continueAsNewSuggested says so.',
    )
  }
}
