// A closed run as a worker's `retention.archive` is given it: all that is known of it, as plain JSON.
import type { Failure } from '../codec/failure.js'
import type { Payload } from '../codec/payload.js'
import type { EventDataByType } from '../history/event-data.js'
import type { EventType } from '../history/event-type.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { RunRecord, RunStatus } from '../store/run-record.js'
import type { Store } from '../store/store.js'

export interface ArchivedEvent {
  readonly seq: number
  readonly type: EventType
  /** Database time, in ISO 8601. */
  readonly recordedAt: string
  /** Payloads in it are encoded, as in the database. */
  readonly data: EventDataByType[EventType]
}

/** `JSON.stringify` writes it whole. Instants are database time in ISO 8601, payloads are encoded. */
export interface ArchivedRun {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  /** How it ended. */
  readonly status: RunStatus
  /** Hash of the bundle that it ran on; absent when it ended before its first turn. */
  readonly bundle?: string
  readonly args: readonly Payload[]
  readonly result?: Payload
  readonly failure?: Failure
  /** The run that went on where this one, continued as new, left off. */
  readonly nextRunId?: string
  readonly createdAt: string
  readonly startedAt?: string
  readonly closedAt: string
  /** From its first event to its last. */
  readonly history: readonly ArchivedEvent[]
}

/** Events of one statement. */
const pageSize = 5_000

const textOf = (instant: number): string => new Date(instant).toISOString()

const archivedEvent = ({ seq, type, recordedAt, data }: HistoryEvent): ArchivedEvent => ({
  seq,
  type,
  recordedAt: textOf(recordedAt),
  data: JSON.parse(data) as ArchivedEvent['data'],
})

const readHistory = async (store: Store, runId: string): Promise<readonly ArchivedEvent[]> => {
  const history: ArchivedEvent[] = []
  for (;;) {
    const page = await store.readHistory({ runId, afterSeq: history.at(-1)?.seq ?? 0, limit: pageSize })
    for (const event of page) history.push(archivedEvent(event))
    if (page.length < pageSize) return history
  }
}

/** A run that is closed, with its history. */
export const readArchivedRun = async (store: Store, run: RunRecord): Promise<ArchivedRun> => {
  const { runId, workflowId, workflowType, taskQueue, status, bundle, args, result, failure, nextRunId } = run
  return {
    runId,
    workflowId,
    workflowType,
    taskQueue,
    status,
    ...(bundle !== undefined && { bundle }),
    args: JSON.parse(args) as readonly Payload[],
    ...(result !== undefined && { result: JSON.parse(result) as Payload }),
    ...(failure !== undefined && { failure: JSON.parse(failure) as Failure }),
    ...(nextRunId !== undefined && { nextRunId }),
    createdAt: textOf(run.createdAt),
    ...(run.startedAt !== undefined && { startedAt: textOf(run.startedAt) }),
    closedAt: textOf(run.closedAt ?? run.createdAt),
    history: await readHistory(store, runId),
  }
}
