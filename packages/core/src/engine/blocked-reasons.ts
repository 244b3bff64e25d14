// The reasons for which the engine itself blocks a run.
import { FoliotError } from '../base/foliot-error.js'
import type { Mismatch } from '../history/matcher.js'
import { UnknownEventError } from '../history/unknown-event-error.js'
import { HistoryTooLongError } from './history-too-long-error.js'
import type { BlockedReason, SourcePosition } from './blocked-reason.js'

const readString = (value: unknown, key: 'message' | 'stack'): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    const member: unknown = Reflect.get(value, key)
    return typeof member === 'string' ? member : undefined
  } catch {
    return undefined
  }
}

/** For whatever was thrown by the engine, or out of the sandbox. */
export const engineErrorReason = (error: unknown): BlockedReason => {
  if (UnknownEventError.is(error)) return { code: 'FOLIOT_UNKNOWN_EVENT', message: error.message, seq: error.seq }
  if (HistoryTooLongError.is(error)) return { code: 'FOLIOT_HISTORY_TOO_LONG', message: error.message }
  const message = readString(error, 'message') ?? String(error)
  if (FoliotError.is(error)) return { code: 'FOLIOT_ENGINE_ERROR', message }
  return {
    code: 'FOLIOT_ENGINE_ERROR',
    message:
      `The engine failed while it ran this workflow: ${message}. Nothing of the turn was written and the run is tried ` +
      'again; if that keeps failing, report it with this stack: ' +
      (readString(error, 'stack') ?? 'none'),
  }
}

const at = (source: SourcePosition | undefined): string =>
  source === undefined ? '' : ` at ${source.file}:${source.line}:${source.column}`

export const nondeterminismReason = (mismatch: Mismatch, source: SourcePosition | undefined): BlockedReason => {
  const { seq, recorded, produced } = mismatch
  return {
    code: 'FOLIOT_NONDETERMINISM',
    message:
      `Replay and history part at event ${seq}: the history has ${recorded ?? 'nothing more'}, ` +
      `the code asked for ${produced ?? 'nothing more'}${at(source)}. ` +
      'The code was changed, or it decides by something that is not in the history. Make it take the recorded steps ' +
      'again for runs that are past this point, and deploy that: the run then goes on by itself.',
    seq,
    ...(recorded === undefined ? {} : { recorded }),
    ...(produced === undefined ? {} : { produced }),
    ...(source === undefined ? {} : { source }),
  }
}
