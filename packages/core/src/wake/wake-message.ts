// What a wake transport carries: when somebody is to look at a task queue. Plain data, fit for JSON.
import { checkOptionNames } from '../base/check-option-names.js'
import { validateId } from '../base/id.js'
import { toEpochMilliseconds } from '../base/instant.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { newUuid } from '../base/new-uuid.js'

export interface WakeMessage {
  /** Of this message: each hop is a message of its own. */
  readonly id: string
  readonly taskQueue: string
  /** The run that the message is about, if it is about one. For people who read queues; whoever looks, looks at all. */
  readonly runId?: string
  /** When to look, as an ISO 8601 string; at once without it. The rows in the database say when something is really due. */
  readonly dueAt?: string
}

/** @param dueAtMs `undefined` for at once */
export const wakeMessage = (taskQueue: string, dueAtMs: number | undefined, runId?: string): WakeMessage => ({
  id: newUuid(),
  taskQueue,
  ...(runId !== undefined && { runId }),
  ...(dueAtMs !== undefined && { dueAt: new Date(Math.ceil(dueAtMs)).toISOString() }),
})

/**
 * Checks what a transport brought: a message, or its JSON text.
 *
 * @throws InvalidOptionError
 */
export const readWakeMessage = (arrived: unknown): WakeMessage => {
  const message = typeof arrived === 'string' ? parse(arrived) : arrived
  const { id, taskQueue, runId, dueAt } = checkOptionNames(
    'a wake message',
    message,
    ['id', 'taskQueue', 'runId', 'dueAt'],
    'message',
  )
  return {
    id: validateId('message.id', id),
    taskQueue: validateId('message.taskQueue', taskQueue),
    ...(runId !== undefined && { runId: validateId('message.runId', runId) }),
    ...(dueAt !== undefined && { dueAt: validateDueAt(dueAt) }),
  }
}

const validateDueAt = (dueAt: unknown): string => {
  if (typeof dueAt !== 'string') throw new InvalidOptionError('message.dueAt', 'an ISO 8601 string', dueAt)
  toEpochMilliseconds('message.dueAt', dueAt)
  return dueAt
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidOptionError('message', 'a wake message as JSON text', text)
  }
}
