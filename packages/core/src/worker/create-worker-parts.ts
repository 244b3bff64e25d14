// Checks what Worker.create was given and assembles the worker's parts.
import { hostname } from 'node:os'
import { activitySet } from '../authoring/activity-set.js'
import type { Bundle } from '../authoring/bundle.js'
import { readBundle } from '../authoring/read-bundle.js'
import { verifyBundle } from '../authoring/verify-bundle.js'
import { checkOptionNames } from '../base/check-option-names.js'
import { type Duration, toMilliseconds } from '../base/duration.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { systemClock } from '../base/system-clock.js'
import type { SandboxHost, WorkflowLogLine } from '../engine/sandbox-host.js'
import { InThreadHost } from '../sandbox/in-thread-host.js'
import { ThreadHost } from '../sandbox/thread-host.js'
import { openStore } from '../store/postgres/open-store.js'
import { ActivityNotRegisteredError } from './activity-not-registered-error.js'
import { type Logger, stderrLogger } from './logger.js'
import { readRetention } from './retention-options.js'
import type { SandboxOptions, WorkerOptions } from './worker-options.js'
import type { WorkerParts } from './worker-parts.js'

const optionNames = [
  'database',
  'schema',
  'bundle',
  'activities',
  'start',
  'taskQueue',
  'remoteActivities',
  'maxConcurrentActivities',
  'maxConcurrentRuns',
  'lease',
  'shutdownGrace',
  'sandbox',
  'retention',
  'listen',
  'logger',
] as const

export const createWorkerParts = async (options: WorkerOptions): Promise<WorkerParts> => {
  checkOptionNames('Worker.create', options, optionNames)
  const taskQueue = validateId('taskQueue', options.taskQueue ?? 'default')
  const functions = activitySet(options.activities ?? [])
  const maxConcurrentActivities = count('maxConcurrentActivities', options.maxConcurrentActivities ?? 1_000)
  const maxConcurrentRuns = count('maxConcurrentRuns', options.maxConcurrentRuns ?? 2_000)
  const leaseMs = duration('lease', options.lease ?? '15 seconds', 3_000)
  const shutdownGraceMs = duration('shutdownGrace', options.shutdownGrace ?? '10 seconds', 0)
  if (typeof (options.start ?? true) !== 'boolean')
    throw new InvalidOptionError('start', 'true or false', options.start)
  const logger = options.logger ?? stderrLogger
  const retention = options.retention === undefined ? undefined : readRetention(options.retention)
  const bundle = options.bundle === undefined ? undefined : await readBundleOption(options.bundle)
  if (bundle !== undefined) checkActivities(bundle, functions, options.remoteActivities ?? [])
  const { database, schema, listen } = options
  const store = await openStore({
    database,
    ...(schema === undefined ? {} : { schema }),
    ...(listen === undefined ? {} : { listen }),
  })
  return {
    store,
    sandbox: createSandbox(options.sandbox ?? {}, (line) => logLine(logger, line)),
    clock: systemClock,
    bundle,
    functions,
    taskQueues: [taskQueue],
    maxConcurrentActivities,
    limits: { perClaim: 500, active: maxConcurrentRuns, owned: maxConcurrentRuns * 10 },
    maxCommitGroup: 1_000,
    leaseMs,
    shutdownGraceMs,
    host: hostname(),
    logger,
    ...(retention !== undefined && { retention }),
    ownsParts: true,
  }
}

const readBundleOption = async (bundle: string | URL | Bundle): Promise<Bundle> =>
  typeof bundle === 'string' || bundle instanceof URL ? readBundle(bundle) : verifyBundle(bundle)

const checkActivities = (
  bundle: Bundle,
  functions: ReadonlyMap<string, unknown>,
  remote: readonly string[] | true,
): void => {
  if (remote === true) return
  const called = new Set(bundle.manifest.workflows.flatMap(({ activities }) => activities))
  const missing = [...called].filter((name) => !functions.has(name) && !remote.includes(name))
  if (missing.length > 0) throw new ActivityNotRegisteredError(missing, functions.keys())
}

const createSandbox = (options: SandboxOptions, onLog: (line: WorkflowLogLine) => void): SandboxHost => {
  checkOptionNames('sandbox', options, ['host', 'threads', 'stuckAfter'])
  const { host = 'threads', threads } = options
  if (host === 'in-thread') return new InThreadHost({ onLog })
  if (host !== 'threads') throw new InvalidOptionError('sandbox.host', "'threads' or 'in-thread'", host)
  return new ThreadHost({
    onLog,
    ...(threads === undefined ? {} : { threads: count('sandbox.threads', threads) }),
    ...(options.stuckAfter === undefined
      ? {}
      : { stuckAfterMs: duration('sandbox.stuckAfter', options.stuckAfter, 50) }),
  })
}

const logLine = (logger: Logger, { level, message, fields, runId }: WorkflowLogLine): void =>
  logger[level](message, { ...(JSON.parse(fields) as Record<string, unknown>), runId })

const count = (option: string, value: unknown): number => {
  if (Number.isSafeInteger(value) && (value as number) >= 1) return value as number
  throw new InvalidOptionError(option, 'a whole number of at least 1', value)
}

const duration = (option: string, value: Duration, leastMs: number): number => {
  const ms = toMilliseconds(option, value)
  if (ms >= leastMs) return ms
  throw new InvalidOptionError(option, `a duration of at least ${leastMs} ms`, value)
}
