// Thrown where a timer is started under the id of one that is still open.
import { FoliotError } from '../base/foliot-error.js'

export class TimerIdInUseError extends FoliotError {
  static override readonly code = 'FOLIOT_TIMER_ID_IN_USE'
  readonly timerId: string

  constructor(timerId: string) {
    super(
      `The timer id ${JSON.stringify(timerId)} belongs to a timer of this run that hasn't fired yet. ` +
        'Give each concurrent timer an id of its own, or leave the id out.',
    )
    this.timerId = timerId
  }
}
