// Checks what a caller of `client.start` passed, and makes the request to the store of it. Nothing is sent before all
// of it was found good.
import { checkOptionNames } from '../base/check-option-names.js'
import { closestName } from '../base/closest-name.js'
import { toMilliseconds } from '../base/duration.js'
import { validateId } from '../base/id.js'
import { toEpochMilliseconds } from '../base/instant.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { ConflictPolicy, ReusePolicy, RunStart } from '../store/run-start.js'
import type { StartOptions } from './start-options.js'
import { readArgs } from './read-args.js'

type OptionName = keyof StartOptions

const optionNames: readonly OptionName[] = [
  'workflowId',
  'args',
  'taskQueue',
  'priority',
  'delay',
  'startAt',
  'runTimeout',
  'conflict',
  'reuse',
]

const defaultTaskQueue = 'default'
const defaultPriority = 3
const conflictPolicies: readonly ConflictPolicy[] = ['fail', 'use-existing', 'terminate-existing']
const reusePolicies: readonly ReusePolicy[] = ['allow', 'allow-failed-only', 'reject']

/** No instant beyond it has a Date. */
const lastInstantMs = 8.64e15

/**
 * @throws InvalidOptionError for a bad, missing or unknown option
 * @throws UnencodableValueError, PayloadTooLargeError for the arguments
 */
export const readStartOptions = (runId: string, workflowType: string, passed: unknown): RunStart => {
  const options = checkOptionNames('client.start', passed, optionNames)
  const workflowId = validateId('workflowId', options.workflowId)
  const taskQueue = validateId('taskQueue', options.taskQueue ?? defaultTaskQueue)
  const priority = readPriority(options.priority)
  const times = readTimes(options)
  const conflict = readPolicy('conflict', conflictPolicies, options.conflict, 'fail')
  const reuse = readPolicy('reuse', reusePolicies, options.reuse, 'allow')
  const args = readArgs(options.args, 'run')
  return { runId, workflowId, workflowType, taskQueue, priority, args, ...times, conflict, reuse }
}

const readPriority = (priority: unknown): number => {
  if (priority === undefined) return defaultPriority
  if (typeof priority === 'number' && Number.isInteger(priority) && priority >= 1 && priority <= 5) return priority
  throw new InvalidOptionError('priority', 'a whole number from 1 (first) to 5 (last)', priority)
}

const readTimes = (options: {
  readonly delay?: unknown
  readonly startAt?: unknown
  readonly runTimeout?: unknown
}): Pick<RunStart, 'delayMs' | 'startAt' | 'runTimeoutMs'> => {
  const { delay, startAt, runTimeout } = options
  if (delay !== undefined && startAt !== undefined) {
    throw new InvalidOptionError('startAt', 'no `startAt` beside a `delay`', startAt, 'Give one of the two.')
  }
  const delayMs = delay === undefined ? undefined : toMilliseconds('delay', delay)
  // Everything before 1970 is equally past, and some of it has no timestamp in a database.
  const startAtMs = startAt === undefined ? undefined : Math.max(0, toEpochMilliseconds('startAt', startAt))
  const runTimeoutMs = runTimeout === undefined ? undefined : toMilliseconds('runTimeout', runTimeout)
  if (runTimeoutMs === 0) {
    throw new InvalidOptionError('runTimeout', 'a duration of at least 1 ms', runTimeout, 'Leave it out for no limit.')
  }
  if (startAtMs !== undefined && startAtMs + (runTimeoutMs ?? 0) > lastInstantMs) {
    throw new InvalidOptionError('runTimeout', 'a deadline within the range of Date', runTimeout)
  }
  return {
    ...(delayMs !== undefined && { delayMs }),
    ...(startAtMs !== undefined && { startAt: startAtMs }),
    ...(runTimeoutMs !== undefined && { runTimeoutMs }),
  }
}

const readPolicy = <P extends string>(option: string, policies: readonly P[], policy: unknown, usual: P): P => {
  if (policy === undefined) return usual
  const known = policies.find((candidate) => candidate === policy)
  if (known !== undefined) return known
  const meant = typeof policy === 'string' ? closestName(policy, policies) : undefined
  const list = policies.map((candidate) => `'${candidate}'`).join(', ')
  throw new InvalidOptionError(option, `one of ${list}`, policy, meant && `Did you mean '${meant}'?`)
}
