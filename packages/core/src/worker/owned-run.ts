// What a worker knows of a run that it owns. The history is in the database and the state of the code in the sandbox;
// this is only where the run stands between the two.
import type { Input } from '../engine/input.js'
import type { RunTask } from '../engine/run-task.js'
import type { Turn } from '../engine/turn.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { ResetMessage } from '../store/run-reset.js'
import type { ParentLink } from '../store/run-start.js'
import type { ClaimedRun, NewActivityTask } from '../store/worker-session.js'

export interface OwnedRun {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  readonly bundle: string
  /** Who hears how it ends. */
  readonly parent: ParentLink | undefined
  /** By which that parent knows it. */
  readonly firstRunId: string
  /** Last committed sequence number; `null` until the history was read. */
  seq: number | null
  /** Set when the sandbox has no instance at `seq`. */
  history: readonly HistoryEvent[] | undefined
  mailKnown: number
  mailRead: number
  mailConsumed: number
  /** What happened and isn't in a turn yet. */
  inputs: Input[]
  /** `idle`: waits for something; `reading`: mail or history is on its way. */
  phase: 'idle' | 'reading' | 'ready' | 'executing' | 'committing'
  /** Something came while the run was busy: look again. */
  again: boolean
  /** The hot row carries takeovers, lost activities or a block, which the next commit must settle. */
  unsettled: boolean
  wasBlocked: boolean
  activitiesLost: boolean
  blockedAttempts: number
  nextTimerAt: number | null
  readonly timeoutAt: number | undefined
  /** A delayed run mustn't start before this. */
  readonly startAt: number | undefined
  /** Activities of the run in this worker's slots. */
  localActivities: number
  /** Rows of activities that the next commit writes. */
  rowsToWrite: NewActivityTask[]
  /** Activities that the run has cancelled, and that may still run here. */
  readonly cancelledActivities: Set<string>
  /** As its row says: no code of it runs until it is resumed. */
  paused: boolean
  /** Asked for by mail: the run is to be reset before anything else. */
  reset: ResetMessage | undefined
  /** Set when this worker has nothing more to do with the run. */
  ended: 'let-go' | 'closed' | undefined
}

export const ownedRun = (claimed: ClaimedRun): OwnedRun => {
  const isNew = claimed.args !== undefined
  return {
    runId: claimed.runId,
    workflowId: claimed.workflowId,
    workflowType: claimed.workflowType,
    taskQueue: claimed.taskQueue,
    bundle: claimed.bundle,
    parent: claimed.parent,
    firstRunId: claimed.firstRunId ?? claimed.runId,
    seq: isNew ? 0 : claimed.seq,
    history: undefined,
    mailKnown: claimed.mail,
    mailRead: claimed.mailConsumed,
    mailConsumed: claimed.mailConsumed,
    inputs: [],
    phase: 'idle',
    again: false,
    unsettled: claimed.takeovers > 0 || claimed.activitiesLost || claimed.blockedAttempts > 0,
    wasBlocked: claimed.blockedAttempts > 0,
    activitiesLost: claimed.activitiesLost,
    blockedAttempts: claimed.blockedAttempts,
    nextTimerAt: null,
    timeoutAt: claimed.timeoutAt,
    startAt: claimed.startAt,
    localActivities: 0,
    rowsToWrite: [],
    cancelledActivities: new Set(),
    paused: claimed.paused === true,
    reset: undefined,
    ended: undefined,
  }
}

/** Whether this process alone knows how an activity of the run ended. */
export const hasUnwrittenResults = ({ inputs }: Pick<OwnedRun, 'inputs'>): boolean =>
  inputs.some(({ type, mail }) => type === 'activity-result' && mail === undefined)

/** A turn that ends paused leaves inputs: those that came by mail are still in the inbox, the others wait here. */
export const notePause = (run: OwnedRun, task: Pick<RunTask, 'inputs'>, { paused }: Pick<Turn, 'paused'>): void => {
  run.paused = paused !== undefined
  if (paused === undefined) return
  const left = task.inputs.slice(task.inputs.length - paused.inputsLeft)
  run.inputs = [...left.filter(({ mail }) => mail === undefined), ...run.inputs]
}

/** Whether a run that hasn't begun was paused, and not resumed since. */
export const isPausedBeforeStart = ({ inputs }: OwnedRun): boolean =>
  inputs.findLast(({ type }) => type === 'pause' || type === 'resume')?.type === 'pause'

/** Whether a run waits for its delayed start, or was paused before it. What comes for it by mail waits too, but for a message that ends it. */
export const isHeld = (run: OwnedRun, now: number): boolean =>
  run.seq === 0 &&
  ((run.startAt !== undefined && run.startAt > now) || isPausedBeforeStart(run)) &&
  !run.inputs.some(({ type }) => type === 'terminate' || type === 'cancel')
