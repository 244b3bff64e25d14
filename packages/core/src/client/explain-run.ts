// Why is it waiting? Says in words what an open run waits for, and what a person may do about it. Pure.
import type { Failure } from '../codec/failure.js'
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import type { RunInspection } from '../store/run-inspection.js'
import type { RunRecord } from '../store/run-record.js'
import type { LiveWaits } from '../workflow/describe-waits.js'
import { openWaits, type OpenWaits } from './open-waits.js'
import { isClosed } from './run-result.js'

export type ExplanationCode =
  | 'run.closed'
  | 'run.blocked'
  | 'run.paused'
  | 'run.overdue'
  | 'run.busy'
  | 'start.delayed'
  | 'worker.none'
  | 'activity.running'
  | 'activity.waiting'
  | 'activity.retrying'
  | 'activity.silent'
  | 'child'
  | 'timer'
  | 'timer.unarmed'
  | 'signal'
  | 'signal.mismatch'
  | 'condition'
  | 'message'

export interface RunExplanation {
  /** Of the first of its details that matters most. */
  readonly code: ExplanationCode
  /** `info`: it waits as it should. `warning`: somebody may have to act. `error`: it can't go on by itself. */
  readonly severity: 'info' | 'warning' | 'error'
  /** One sentence. */
  readonly headline: string
  /** All that it waits for, a sentence each. */
  readonly details: readonly string[]
  /** What a person may do, a sentence each. */
  readonly nextActions: readonly string[]
}

export interface RunFacts {
  readonly run: RunRecord
  /** From event 1. */
  readonly history: readonly HistoryEvent[]
  readonly inspection: RunInspection
  /** What the code itself answers; absent when no worker could be asked. */
  readonly live?: LiveWaits | undefined
}

interface Finding {
  readonly code: ExplanationCode
  readonly severity: RunExplanation['severity']
  readonly text: string
  readonly actions?: readonly string[]
}

/** Nobody has taken a run that was due so long ago. */
const overdueMs = 5_000

const instant = (ms: number): string => new Date(ms).toISOString()
const quote = (text: string): string => JSON.stringify(text)

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Such as: in 3 hours. */
const distance = (at: number, now: number): string => {
  const ms = Math.abs(at - now)
  const [unit, size] = units.find(([, length]) => ms >= length) ?? ['millisecond', 1]
  const count = Math.round(ms / size)
  const text = `${count} ${unit}${count === 1 ? '' : 's'}`
  return at >= now ? `in ${text}` : `${text} ago`
}

const when = (at: number, now: number): string => `${distance(at, now)} (${instant(at)})`

const startQueue = (taskQueue: string): string => `Start a worker for the task queue ${quote(taskQueue)}.`

const pausedFinding = (history: readonly HistoryEvent[], now: number): Finding => {
  const event = history.findLast(({ type }) => type === 'RunPaused')
  const { reason, by } = event === undefined ? {} : parseEventData<'RunPaused'>(event.data)
  const since = event === undefined ? '' : `, since ${when(event.recordedAt, now)}`
  const who = by === undefined ? '' : ` by ${by}`
  const text = `It is paused${who}${since}${reason === undefined ? '' : `: ${reason}`}.`
  return { code: 'run.paused', severity: 'warning', text, actions: ['Let it go on: run.resume().'] }
}

const stateFindings = ({ run, history, inspection }: RunFacts): readonly Finding[] => {
  const { now, workers, mailWaiting } = inspection
  if (run.blocked !== undefined) {
    const { code, message } = JSON.parse(run.blocked) as BlockedReason
    const actions = ['Deploy code that fits the history, or fix what the reason names: the run then goes on by itself.']
    return [{ code: 'run.blocked', severity: 'error', text: `It is blocked, ${code}: ${message}`, actions }]
  }
  if (run.status === 'paused') return [pausedFinding(history, now)]
  const { wakeAt } = run
  const isIdle = run.owner === undefined
  if (isIdle && workers === 0) {
    const text = `No worker serves its task queue ${quote(run.taskQueue)}.`
    return [{ code: 'worker.none', severity: 'warning', text, actions: [startQueue(run.taskQueue)] }]
  }
  if (isIdle && wakeAt !== undefined && wakeAt < now - overdueMs) {
    const text = `It was due ${when(wakeAt, now)}, and no worker has taken it.`
    const actions = ['Look whether the workers of its task queue are overloaded, or too old for this run.']
    return [{ code: 'run.overdue', severity: 'warning', text, actions }]
  }
  if (history.length === 0 && wakeAt !== undefined && wakeAt > now) {
    return [{ code: 'start.delayed', severity: 'info', text: `It starts ${when(wakeAt, now)}.` }]
  }
  if (mailWaiting > 0 || history.length === 0) {
    const text =
      mailWaiting === 0 ? 'A worker is about to start it.' : `A worker is about to give it ${mailWaiting} messages.`
    return [{ code: 'run.busy', severity: 'info', text }]
  }
  return []
}

const activityFindings = ({ activities }: OpenWaits, { now, activities: rows }: RunInspection): readonly Finding[] =>
  [...activities].map(([activityId, { name, scheduledAt }]): Finding => {
    const row = rows.find((each) => each.activityId === activityId)
    const label = `Activity ${name} (${activityId})`
    if (row === undefined) {
      const text = `${label} runs at the run's owner, since ${when(scheduledAt, now)}.`
      return { code: 'activity.running', severity: 'info', text }
    }
    const failure = row.lastFailure === undefined ? undefined : (JSON.parse(row.lastFailure) as Failure)
    const because = failure === undefined ? '' : ` Its last attempt failed: ${failure.message}`
    if (row.isRunning && row.dueAt >= now) {
      const text = `${label} runs, attempt ${row.attempt}; it is given up ${when(row.dueAt, now)}.${because}`
      return { code: 'activity.running', severity: 'info', text }
    }
    if (row.isRunning) {
      const text = `${label}, attempt ${row.attempt}, hasn't been heard of since ${when(row.dueAt, now)}.${because}`
      const actions = ['Look at the worker that runs it; the attempt is taken over by the next one that claims it.']
      return { code: 'activity.silent', severity: 'warning', text, actions }
    }
    if (failure !== undefined) {
      const actions = ['Mend what makes it fail: the next attempt comes by itself.']
      const text = `${label} is tried again ${when(row.dueAt, now)}, attempt ${row.attempt + 1}.${because}`
      return { code: 'activity.retrying', severity: 'warning', text, actions }
    }
    const text = `${label} waits for a worker that has it, since ${when(scheduledAt, now)}.`
    const isLate = row.dueAt < now - overdueMs
    const actions = [`Start a worker that registers the activity ${name}.`]
    return { code: 'activity.waiting', severity: isLate ? 'warning' : 'info', text, ...(isLate && { actions }) }
  })

const childFindings = ({ children }: OpenWaits): readonly Finding[] =>
  [...children.values()].map(({ workflowType, workflowId }) => ({
    code: 'child',
    severity: 'info',
    text: `Child ${workflowType} (${workflowId}) is open.`,
  }))

const liveFindings = ({ timers }: OpenWaits, now: number, live: LiveWaits | undefined): readonly Finding[] => {
  const until = (timerId: string | undefined): string => {
    const fireAt = timerId === undefined ? undefined : timers.get(timerId)?.fireAt
    return fireAt === undefined ? ', without a deadline' : `, until ${when(fireAt, now)}`
  }
  const { receivers = [], conditions = [], keptSignals = [] } = live ?? {}
  const kept = [...new Set(keptSignals)].filter((name) => !receivers.some((receiver) => receiver.name === name))
  const mismatch: readonly Finding[] =
    kept.length === 0
      ? []
      : [
          {
            code: 'signal.mismatch',
            severity: receivers.length > 0 ? 'warning' : 'info',
            text: `Signals came that nobody has taken: ${kept.map(quote).join(', ')}.`,
            ...(receivers.length > 0 && { actions: ['Compare their names with those that the run waits for.'] }),
          },
        ]
  return [
    ...mismatch,
    ...receivers.map(({ name, timerId }): Finding => ({
      code: 'signal',
      severity: 'info',
      text: `It waits for the signal ${quote(name)}${until(timerId)}.`,
      actions: [`Send it: run.signal(${quote(name)}, { args: […] }).`],
    })),
    ...conditions.map(({ timerId }): Finding => ({
      code: 'condition',
      severity: 'info',
      text: `It waits for a condition to hold${until(timerId)}.`,
    })),
  ]
}

const timerFindings = ({ timers }: OpenWaits, now: number): readonly Finding[] =>
  [...timers].flatMap(([timerId, { kind, fireAt }]): readonly Finding[] => {
    const label = `${kind === 'sleep' ? 'Sleep' : kind === 'timer' ? 'Timer' : 'Time-out'} ${quote(timerId)}`
    if (fireAt === undefined) {
      const text = `${label} isn't armed: its clock begins when the code waits for it.`
      return [{ code: 'timer.unarmed', severity: 'info', text }]
    }
    return [{ code: 'timer', severity: 'info', text: `${label} ends ${when(fireAt, now)}.` }]
  })

const severities = ['info', 'warning', 'error'] as const

const headlineOf = (findings: readonly Finding[]): Finding =>
  findings.reduce((worst, finding) =>
    severities.indexOf(finding.severity) > severities.indexOf(worst.severity) ? finding : worst,
  )

/** What an open run waits for; of a closed one, that it is closed. */
export const explainRun = (facts: RunFacts): RunExplanation => {
  const { run, inspection, live } = facts
  if (isClosed(run.status)) {
    return { code: 'run.closed', severity: 'info', headline: `It is ${run.status}.`, details: [], nextActions: [] }
  }
  const open = openWaits(facts.history)
  const findings = [
    ...stateFindings(facts),
    ...activityFindings(open, inspection),
    ...childFindings(open),
    ...liveFindings(open, inspection.now, live),
    ...timerFindings(open, inspection.now),
  ]
  if (findings.length === 0) {
    findings.push({
      code: 'message',
      severity: 'info',
      text: 'Only a message can wake it: a signal, an update, or a cancellation.',
    })
  }
  const { code, severity, text } = headlineOf(findings)
  return {
    code,
    severity,
    headline: text,
    details: [
      ...findings.map((finding) => finding.text),
      ...(open.isCancelRequested ? ['It was asked to cancel, and hasn’t ended yet.'] : []),
    ],
    nextActions: [...new Set(findings.flatMap(({ actions = [] }) => actions))],
  }
}
