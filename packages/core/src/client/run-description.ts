// A run as `describe()` and `list()` show it: instants as Dates, payloads decoded when they are asked for.
import { decodePayloadText } from '../codec/decode-payload.js'
import type { Failure } from '../codec/failure.js'
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { RunExplanation } from './explain-run.js'
import type { RunRecord, RunStatus } from '../store/run-record.js'

export interface RunDescription {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
  readonly taskQueue: string
  readonly status: RunStatus
  /** Hash of the bundle that it runs on; absent before its first turn. */
  readonly bundle?: string
  /** The arguments, decoded at the first reading. */
  readonly args: readonly unknown[]
  /** The result of a completed run, decoded at the first reading. */
  readonly result: unknown
  /** How it ended, if not well, in its recorded form; `handle.result()` throws it as an error. */
  readonly failure?: Failure
  /** Of a child: the run that asked for it. */
  readonly parentRunId?: string
  /** The run that goes on where this one left off: it continued as new, or it was reset. */
  readonly nextRunId?: string
  /** Why a blocked run can't go on for now. */
  readonly blocked?: BlockedReason
  readonly createdAt: Date
  readonly startedAt?: Date
  readonly closedAt?: Date
  /** When an open run is due next: a timer, a deadline, its delayed start; absent while only a message can wake it. */
  readonly wakeAt?: Date
  /** Why it is waiting, when that was asked for. */
  readonly explanation?: RunExplanation
  /** The worker that has the run now. */
  readonly owner?: string
}

export const describeRun = (record: RunRecord): RunDescription => {
  const { runId, workflowId, workflowType, taskQueue, status, bundle, failure, blocked, owner } = record
  const { startedAt, closedAt, wakeAt, nextRunId, parentRunId } = record
  const description = {
    runId,
    workflowId,
    workflowType,
    taskQueue,
    status,
    ...(bundle !== undefined && { bundle }),
    ...(failure !== undefined && { failure: JSON.parse(failure) as Failure }),
    ...(blocked !== undefined && { blocked: JSON.parse(blocked) as BlockedReason }),
    ...(parentRunId !== undefined && { parentRunId }),
    ...(nextRunId !== undefined && { nextRunId }),
    createdAt: new Date(record.createdAt),
    ...(startedAt !== undefined && { startedAt: new Date(startedAt) }),
    ...(closedAt !== undefined && { closedAt: new Date(closedAt) }),
    ...(wakeAt !== undefined && { wakeAt: new Date(wakeAt) }),
    ...(owner !== undefined && { owner }),
  }
  return lazily(description, {
    args: () => decodePayloadText(record.args) as readonly unknown[],
    result: () => (record.result === undefined ? undefined : decodePayloadText(record.result)),
  })
}

/** Adds enumerable fields that are made at their first reading. */
const lazily = <T extends object, L extends Record<string, () => unknown>>(
  target: T,
  makers: L,
): T & { readonly [K in keyof L]: ReturnType<L[K]> } => {
  for (const [key, make] of Object.entries(makers)) {
    Object.defineProperty(target, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make()
        Object.defineProperty(target, key, { value, enumerable: true })
        return value
      },
    })
  }
  return target as T & { readonly [K in keyof L]: ReturnType<L[K]> }
}
