// Thrown by the calls that fire or move a timer, when the run has no such timer running.
import { FoliotError } from '../base/foliot-error.js'
import type { OpenTimerDescription } from './open-timer-description.js'

/** A timer was to be fired or moved that isn't running. */
export class TimerNotOpenError extends FoliotError {
  static override readonly code = 'FOLIOT_TIMER_NOT_OPEN'

  constructor(runId: string, timerId: string, open: readonly OpenTimerDescription[]) {
    const running = open.filter(({ fireAt }) => fireAt !== undefined).map((timer) => JSON.stringify(timer.timerId))
    const isUnarmed = open.some((timer) => timer.timerId === timerId)
    const why = isUnarmed ? 'isn’t armed yet: its clock begins when the code waits for it' : 'isn’t open'
    const hint = running.length === 0 ? 'No timer of the run is running.' : `Running are: ${running.join(', ')}.`
    super(`The timer ${JSON.stringify(timerId)} of run ${runId} ${why}. ${hint}`)
  }
}
