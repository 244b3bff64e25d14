// What a turn asks of other runs, from its events: children to start, messages to them, and, when the run ends, what its
// children and its own parent are told. Pure.
import type { OpenChild, Turn } from '../engine/turn.js'
import type { EventDataByType } from '../history/event-data.js'
import type { HistoryEvent } from '../history/history-event.js'
import { parseEventData } from '../history/parse-event-data.js'
import { childResultKey, signalMessage } from '../store/call-message.js'
import type { Outgoing, OutgoingRequest } from '../store/outgoing.js'
import type { ChildResultMessage } from './mail-input.js'
import type { OwnedRun } from './owned-run.js'

type Sender = Pick<OwnedRun, 'runId' | 'taskQueue' | 'parent' | 'firstRunId'>

const defaultPriority = 3

const startOf = (sender: Sender, child: EventDataByType['ChildRequested']): OutgoingRequest => ({
  type: 'start',
  start: {
    runId: child.runId,
    workflowId: child.workflowId,
    workflowType: child.workflowType,
    taskQueue: child.taskQueue ?? sender.taskQueue,
    priority: defaultPriority,
    args: JSON.stringify(child.args),
    ...(child.runTimeoutMs !== undefined && { runTimeoutMs: child.runTimeoutMs }),
    conflict: 'fail',
    reuse: 'allow',
    parent: { runId: sender.runId, childId: child.childId },
  },
})

const requestOf = (sender: Sender, event: HistoryEvent): OutgoingRequest | undefined => {
  const key = `${sender.runId}/${event.seq}`
  switch (event.type) {
    case 'ChildRequested':
      return startOf(sender, parseEventData<'ChildRequested'>(event.data))
    case 'ChildCancelRequested': {
      const { runId, reason } = parseEventData<'ChildCancelRequested'>(event.data)
      const message = { kind: 'cancel', key: 'cancel', data: JSON.stringify({ reason }) } as const
      return { type: 'message', to: { runId }, follows: true, message }
    }
    case 'SignalSent': {
      const { runId, workflowId = '', name, args } = parseEventData<'SignalSent'>(event.data)
      const data = signalMessage({ name, args: JSON.stringify(args) })
      const to = runId === undefined ? { workflowId } : { runId }
      return { type: 'message', to, follows: true, message: { kind: 'signal', key, data } }
    }
    default:
      return undefined
  }
}

/** What children hear whose parent has ended. */
const leaveChildren = (childrenLeft: readonly OpenChild[]): readonly OutgoingRequest[] =>
  childrenLeft.flatMap(({ runId, policy }): readonly OutgoingRequest[] => {
    if (policy === 'abandon') return []
    const reason = 'The run that started it has ended.'
    const kind = policy === 'terminate' ? 'terminate' : 'cancel'
    const message = { kind, key: kind, data: JSON.stringify({ reason }) } as const
    return [{ type: 'message', to: { runId }, follows: true, message }]
  })

/** A run that continues as new goes on: it has no end to tell of. */
const tellParent = ({ parent, firstRunId }: Sender, { closing }: Turn): readonly OutgoingRequest[] => {
  if (parent === undefined || closing === undefined || closing.type === 'continued-as-new') return []
  const outcome: ChildResultMessage['outcome'] =
    closing.type === 'completed'
      ? { type: 'completed', result: closing.result }
      : { type: closing.type, failure: closing.failure }
  const data = JSON.stringify({ childId: parent.childId, runId: firstRunId, outcome } satisfies ChildResultMessage)
  const message = { kind: 'child-result', key: childResultKey(parent.childId, firstRunId), data } as const
  return [{ type: 'message', to: { runId: parent.runId }, follows: 'resets', message }]
}

/** In the order in which they were asked for. Most turns have none. */
export const outgoingRequests = (sender: Sender, turn: Turn): readonly Outgoing[] => {
  const requests: OutgoingRequest[] = []
  for (const event of turn.events) {
    const request = requestOf(sender, event)
    if (request !== undefined) requests.push(request)
  }
  if (turn.closing !== undefined) requests.push(...leaveChildren(turn.childrenLeft ?? []), ...tellParent(sender, turn))
  return requests.map((request, index) => ({ runId: sender.runId, position: turn.baseSeq + 1 + index, request }))
}

/** When a run ends because it is reset: of the children that the new run doesn't know. */
export const requestsOfReset = (runId: string, seq: number, childrenLeft: readonly OpenChild[]): readonly Outgoing[] =>
  leaveChildren(childrenLeft).map((request, index) => ({ runId, position: seq + 1 + index, request }))
