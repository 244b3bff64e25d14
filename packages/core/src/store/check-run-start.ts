// Refuses a start that no store could hold, before it reaches one.
import { maxIdLength } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { isUuid } from '../base/uuid-v7.js'
import type { RunStart } from './run-start.js'

const control = /\p{Cc}/u

export const checkStoredId = (option: string, id: unknown): void => {
  if (typeof id === 'string' && id !== '' && id.length <= maxIdLength && !control.test(id)) return
  throw new InvalidOptionError(option, `a text of 1 to ${maxIdLength} characters without control characters`, id)
}

const checkInstant = (option: string, ms: number | undefined): void => {
  if (ms === undefined || Number.isFinite(ms)) return
  throw new InvalidOptionError(option, 'a finite number of milliseconds', ms)
}

export const checkRunStart = (start: RunStart): void => {
  if (!isUuid(start.runId)) throw new InvalidOptionError('runId', 'a UUID', start.runId)
  checkStoredId('workflowId', start.workflowId)
  checkStoredId('workflowType', start.workflowType)
  checkStoredId('taskQueue', start.taskQueue)
  if (!Number.isInteger(start.priority) || start.priority < 1 || start.priority > 5) {
    throw new InvalidOptionError('priority', 'a whole number from 1 (first) to 5 (last)', start.priority)
  }
  if (start.firstMessage?.key !== undefined) checkStoredId('key', start.firstMessage.key)
  checkInstant('delayMs', start.delayMs)
  checkInstant('startAt', start.startAt)
  checkInstant('runTimeoutMs', start.runTimeoutMs)
}
