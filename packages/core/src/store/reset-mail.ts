// The inbox of a run that was reset: what its plan delivers again, then the mail that the run before it had and hadn't read.
import type { LaterInput } from '../engine/later-inputs.js'
import type { ResetPlan } from '../engine/plan-reset.js'
import type { ResetNoteInput } from '../engine/input.js'
import type { OpenActivity } from '../engine/turn.js'
import { childResultKey, signalMessage, updateMessage } from './call-message.js'
import type { MessageKind, OutgoingMessage } from './message.js'
import type { RunStatus } from './run-record.js'

/** A row of an inbox: without data only its key is kept. */
export interface ResetMail {
  readonly kind: MessageKind
  readonly key?: string | undefined
  readonly data: string | null
  readonly receivedAt: number
}

/** A child's last run. */
export interface ChildEnd {
  /** The run that the child began as. */
  readonly firstRunId: string
  readonly status: RunStatus
  readonly result?: string | undefined
  readonly failure?: string | undefined
  readonly closedAt: number
}

export interface ResetInbox {
  /** Keys of messages that were consumed before the cut: a second one of each is still known. */
  readonly known: readonly ResetMail[]
  readonly mail: readonly ResetMail[]
  /** The activities of the plan, but for those whose results are in the mail. */
  readonly activities: readonly OpenActivity[]
}

interface ResetMailSources {
  /** Of the run before, in order. */
  readonly inbox: readonly ResetMail[]
  /** Results that its owner hadn't written. */
  readonly results: readonly Pick<OutgoingMessage, 'key' | 'data'>[]
  /** Of the plan's children, those that have ended. */
  readonly children: readonly ChildEnd[]
  readonly now: number
}

const resultData = (input: Extract<LaterInput, { type: 'activity-result' }>): string => {
  const { activityId, attempt, outcome } = input
  return JSON.stringify({ activityId, attempt, outcome })
}

const mailOf = (input: LaterInput | ResetNoteInput): ResetMail => {
  const { type: kind, receivedAt } = input
  switch (input.type) {
    case 'activity-result':
      return { kind, receivedAt, data: resultData(input) }
    case 'child-result': {
      const { childId, runId, outcome } = input
      return {
        kind,
        receivedAt,
        key: childResultKey(childId, runId ?? ''),
        data: JSON.stringify({ childId, runId, outcome }),
      }
    }
    case 'signal':
      return { kind, receivedAt, data: signalMessage(input) }
    case 'update':
      return { kind, receivedAt, key: `update:${input.updateId}`, data: updateMessage(input) }
    case 'reschedule-timer': {
      const { timerId, fireAt, reason, by } = input
      return { kind, receivedAt, data: JSON.stringify({ timerId, fireAt, reason, by }) }
    }
    case 'reset-note': {
      const { fromRunId, reason, by } = input
      return { kind, receivedAt, data: JSON.stringify({ fromRunId, reason, by }) }
    }
  }
}

interface ReadResult {
  readonly activityId: string
  readonly outcome: { readonly type: string }
}

/** Whether the new run can make sense of mail that the run before it hadn't read. */
const isStillMeant = ({ kind, data }: ResetMail, plan: ResetPlan, ended: Set<string>): boolean => {
  if (data === null) return false
  switch (kind) {
    case 'signal':
    case 'update':
      return true
    case 'activity-result': {
      const { activityId, outcome } = JSON.parse(data) as ReadResult
      const isOpen = plan.activities.some((activity) => activity.activityId === activityId)
      if (!isOpen || ended.has(activityId) || outcome.type !== 'completed') return false
      ended.add(activityId)
      return true
    }
    case 'child-result': {
      const result = JSON.parse(data) as { readonly childId: string; readonly runId?: string }
      return plan.children.some(({ childId, runId }) => childId === result.childId && (result.runId ?? runId) === runId)
    }
    case 'reschedule-timer': {
      const { timerId } = JSON.parse(data) as { readonly timerId: string }
      return plan.timers.some((timer) => timer.timerId === timerId)
    }
    default:
      return false
  }
}

/** How a child ended whose own message came too early for the new run. */
const endedChild = (plan: ResetPlan, child: ChildEnd): readonly ResetMail[] =>
  plan.children
    .filter(({ runId }) => runId === child.firstRunId)
    .map(({ childId, runId }) => {
      const outcome =
        child.status === 'completed'
          ? { type: 'completed', result: child.result }
          : { type: child.status, failure: child.failure }
      const data = JSON.stringify({ childId, runId, outcome })
      return { kind: 'child-result' as const, key: childResultKey(childId, runId), receivedAt: child.closedAt, data }
    })

export const resetInbox = (plan: ResetPlan, { inbox, results, children, now }: ResetMailSources): ResetInbox => {
  const ended = new Set<string>()
  const own = results.map(({ key, data }): ResetMail => ({ kind: 'activity-result', key, data, receivedAt: now }))
  const kept = [...inbox, ...own].filter((row) => isStillMeant(row, plan, ended))
  // The keys of results belong to attempts, which the new run counts anew.
  const unread = kept.map((row) => (row.kind === 'activity-result' ? { ...row, key: undefined } : row))
  const keys = new Set<string>()
  const mail = [...plan.inputs.map(mailOf), ...unread, ...children.flatMap((child) => endedChild(plan, child))].filter(
    ({ key }) => key === undefined || (!keys.has(key) && keys.add(key)),
  )
  const known = inbox.filter(
    ({ kind, key, data }) =>
      data === null && key !== undefined && !keys.has(key) && (kind === 'signal' || kind === 'update'),
  )
  return { known, mail, activities: plan.activities.filter(({ activityId }) => !ended.has(activityId)) }
}
