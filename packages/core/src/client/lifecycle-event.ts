// What `run.watch()` reports: a run's life in the words of people, not in those of its history.
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { ActivityTimeoutKind } from '../history/event-data.js'
import type { ChildOutcome } from '../codec/child-failure.js'
import type { Failure } from '../codec/failure.js'

interface Recorded {
  /** The history event that it tells of. */
  readonly seq: number
  /** Database time. */
  readonly at: Date
}

interface Step extends Recorded {
  readonly activityId: string
  /** The activity's name. */
  readonly activity: string
}

interface Sleep extends Recorded {
  readonly timerId: string
  readonly wakeAt: Date
}

interface Ending {
  /** Absent for a run that ended before anything was recorded. */
  readonly seq?: number
  readonly at: Date
}

export type LifecycleEvent =
  /** The run's code began. */
  | ({ readonly type: 'in_progress'; readonly bundle: string } & Recorded)
  /** Once per sleep. */
  | ({ readonly type: 'run:sleeping' } & Sleep)
  /** The end of a sleep, before whatever the run does next. */
  | ({ readonly type: 'run:woken'; readonly by: 'timer' | 'cancellation' } & Sleep)
  | ({ readonly type: 'step:scheduled' } & Step)
  | ({ readonly type: 'step:done'; readonly attempt: number } & Step)
  /** For good: retries that follow aren't reported. */
  | ({
      readonly type: 'step:failed'
      readonly attempt: number
      readonly failure: Failure
      readonly outcome: 'failed' | 'timed-out' | 'cancelled'
      readonly timeout?: ActivityTimeoutKind
    } & Step)
  | ({ readonly type: 'cancel:requested'; readonly reason?: string } & Recorded)
  | ({ readonly type: 'child:requested'; readonly childId: string; readonly workflowId: string } & Recorded)
  | ({ readonly type: 'child:completed'; readonly childId: string } & Recorded)
  | ({
      readonly type: 'child:failed'
      readonly childId: string
      readonly outcome: ChildOutcome
      readonly failure: Failure
    } & Recorded)
  | ({ readonly type: 'update:accepted'; readonly updateId: string; readonly name: string } & Recorded)
  | ({ readonly type: 'update:completed'; readonly updateId: string; readonly failure?: Failure } & Recorded)
  | ({ readonly type: 'signal:received'; readonly name: string } & Recorded)
  /** It can't go on for now; it is tried again by itself. */
  | { readonly type: 'blocked'; readonly reason: BlockedReason }
  | { readonly type: 'unblocked' }
  | ({ readonly type: 'repinned'; readonly fromBundle: string; readonly toBundle: string } & Recorded)
  | LifecycleEnding

/** The last event of a watch. */
export type LifecycleEnding =
  | ({ readonly type: 'completed' } & Ending)
  | ({ readonly type: 'failed'; readonly failure: Failure } & Ending)
  | ({ readonly type: 'timed-out'; readonly timeout?: 'run' | 'execution' } & Ending)
  | ({ readonly type: 'terminated'; readonly reason?: string } & Ending)
  | ({ readonly type: 'cancelled' } & Ending)
  | ({ readonly type: 'continued-as-new'; readonly newRunId?: string } & Ending)

export type LifecycleEventType = LifecycleEvent['type']
