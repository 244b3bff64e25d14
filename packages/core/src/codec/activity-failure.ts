// What workflow code catches when an activity failed for good; `cause` is the activity's own error.
import { FoliotError } from '../base/foliot-error.js'

export interface ActivityFailureOptions {
  readonly activityName: string
  readonly attempt: number
  readonly cause: Error
}

export class ActivityFailure extends FoliotError {
  static override readonly code = 'FOLIOT_ACTIVITY_FAILED'
  readonly activityName: string
  /** The attempt that was the last one: 1, 2, 3… */
  readonly attempt: number

  constructor({ activityName, attempt, cause }: ActivityFailureOptions) {
    super(`Activity ${activityName} failed at attempt ${attempt}: ${cause.message.slice(0, 500)}`, { cause })
    this.activityName = activityName
    this.attempt = attempt
  }
}
