// What happened to a run since its last turn, before it is ordered into deliveries. Timers aren't inputs: the engine
// knows the open ones, and fires those that are due at `RunTask.now`.

import type { ChildOutcome } from '../codec/child-failure.js'
import type { OperatorNote } from '../history/event-data.js'

interface InputOrigin {
  /** Database time at which it became known, in milliseconds. */
  readonly receivedAt: number
  /** Its number in the inbox, when it came by mail. */
  readonly mail?: number
}

export interface StartInput extends InputOrigin {
  readonly type: 'start'
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
}

export interface ActivityResultInput extends InputOrigin {
  readonly type: 'activity-result'
  readonly activityId: string
  readonly attempt: number
  readonly outcome:
    | { readonly type: 'completed'; /** JSON text. */ readonly result: string }
    | { readonly type: 'failed' | 'cancelled'; /** JSON text of a Failure. */ readonly failure: string }
    | {
        readonly type: 'timed-out'
        readonly timeout: 'start-to-close' | 'schedule-to-close' | 'schedule-to-start' | 'heartbeat'
        readonly failure: string
      }
}

export interface ChildResultInput extends InputOrigin {
  readonly type: 'child-result'
  readonly childId: string
  /** The run that the child began as. Absent in messages of earlier versions. */
  readonly runId?: string
  readonly outcome:
    | { readonly type: 'completed'; /** JSON text. */ readonly result: string }
    | { readonly type: ChildOutcome; /** JSON text of a Failure. */ readonly failure: string }
}

export interface RunTimeoutInput extends InputOrigin {
  readonly type: 'run-timeout'
  readonly timeout: 'run' | 'execution'
}

/** Ends the run at once with RunTerminated; runs no code. */
export interface TerminateInput extends InputOrigin {
  readonly type: 'terminate'
  readonly reason: string
}

export interface SignalInput extends InputOrigin {
  readonly type: 'signal'
  readonly name: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
}

export interface CancelInput extends InputOrigin {
  readonly type: 'cancel'
  readonly reason?: string
}

export interface UpdateInput extends InputOrigin {
  readonly type: 'update'
  readonly updateId: string
  readonly name: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
}

/** No code runs until a resume, a cancel or an end; the clocks go on. */
export interface PauseInput extends InputOrigin, OperatorNote {
  readonly type: 'pause'
}

export interface ResumeInput extends InputOrigin, OperatorNote {
  readonly type: 'resume'
}

/** Moves an open timer; one that isn't open stays as it is. */
export interface RescheduleInput extends InputOrigin, OperatorNote {
  readonly type: 'reschedule-timer'
  readonly timerId: string
  /** Database time in milliseconds; absent for at once. */
  readonly fireAt?: number
}

/** The run began anew because another was reset: kept as a fact. */
export interface ResetNoteInput extends InputOrigin, OperatorNote {
  readonly type: 'reset-note'
  readonly fromRunId: string
}

/** What operators ask of the run, past its code. */
export type OperatorInput = PauseInput | ResumeInput | RescheduleInput | ResetNoteInput

/** What others send to the code. Those that are accepted between two other inputs are delivered together. */
export type MessageInput = SignalInput | UpdateInput | CancelInput

export type Input =
  StartInput | ActivityResultInput | ChildResultInput | RunTimeoutInput | TerminateInput | OperatorInput | MessageInput

export const isMessage = (input: Input): input is MessageInput =>
  input.type === 'signal' || input.type === 'update' || input.type === 'cancel'
