// What an activity knows of its attempt: activityInfo(), heartbeat(). One AsyncLocalStorage per process.
import { AsyncLocalStorage } from 'node:async_hooks'
import { FoliotError } from '../base/foliot-error.js'

export interface ActivityInfo {
  readonly name: string
  readonly activityId: string
  /** 1 for the first. */
  readonly attempt: number
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  /** The same for every attempt of this activity: hand it to services that drop repeated requests. */
  readonly idempotencyKey: string
  /** Aborted when the attempt timed out, was cancelled, or its worker lost its lease or shuts down. */
  readonly signal: AbortSignal
  readonly scheduledAt: Date
  /** What the last heartbeat of this activity carried, also one of an earlier attempt. */
  readonly heartbeatDetails: unknown
}

export interface ActivityContext {
  readonly info: ActivityInfo
  heartbeat(details: unknown): void
}

const storage = new AsyncLocalStorage<ActivityContext>()

export class NotInActivityError extends FoliotError {
  static override readonly code = 'FOLIOT_NOT_IN_ACTIVITY'
  constructor(call: string) {
    super(
      `${call} was called outside an activity. It works inside a function that a worker runs as an activity, and in what that function awaits. ` +
        'In a unit test of the activity, use the activity environment of @foliot/testing.',
    )
  }
}

const current = (call: string): ActivityContext => {
  const context = storage.getStore()
  if (context === undefined) throw new NotInActivityError(call)
  return context
}

/** Runs an activity's function with its context. */
export const withActivityContext = <T>(context: ActivityContext, run: () => T): T => storage.run(context, run)

/**
 * What the running activity may know of itself.
 *
 * @throws NotInActivityError outside an activity
 */
export const activityInfo = (): ActivityInfo => current('activityInfo()').info

/**
 * Says that the running activity is alive, and leaves `details` for its next attempt. With `heartbeatTimeout`, an
 * attempt that is silent for longer is timed out.
 *
 * @param details any payload: what the next attempt needs to go on where this one stood
 * @throws NotInActivityError outside an activity
 */
export const heartbeat = (details?: unknown): void => current('heartbeat()').heartbeat(details)
