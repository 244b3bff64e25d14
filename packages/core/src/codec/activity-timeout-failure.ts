// What workflow code catches when an activity ran out of time for good.
import { FoliotError } from '../base/foliot-error.js'
import type { ActivityTimeoutKind } from '../history/event-data.js'

export interface ActivityTimeoutFailureOptions {
  readonly activityName: string
  readonly attempt: number
  readonly timeout: ActivityTimeoutKind
  /** The error of the attempt before, if there was one. */
  readonly cause?: Error
}

const optionNames = {
  'start-to-close': 'startToCloseTimeout',
  'schedule-to-close': 'scheduleToCloseTimeout',
  'schedule-to-start': 'scheduleToStartTimeout',
  heartbeat: 'heartbeatTimeout',
} as const satisfies Record<ActivityTimeoutKind, string>

export class ActivityTimeoutFailure extends FoliotError {
  static override readonly code = 'FOLIOT_ACTIVITY_TIMEOUT'
  readonly activityName: string
  readonly attempt: number
  /** Which of its time-outs elapsed. */
  readonly timeout: ActivityTimeoutKind

  constructor({ activityName, attempt, timeout, cause }: ActivityTimeoutFailureOptions) {
    super(`Activity ${activityName} timed out at attempt ${attempt}: its ${optionNames[timeout]} elapsed.`, { cause })
    this.activityName = activityName
    this.attempt = attempt
    this.timeout = timeout
  }
}
