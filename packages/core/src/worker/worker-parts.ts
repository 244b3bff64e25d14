// What a worker is made of. Worker.create makes it of options, the test environment of parts of its own.
import type { ActivityFunction } from '../authoring/activity-set.js'
import type { Bundle } from '../authoring/bundle.js'
import type { Clock } from '../base/clock.js'
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { SandboxHost } from '../engine/sandbox-host.js'
import type { Store } from '../store/store.js'
import type { ClaimLimits } from './claim-loop.js'
import type { Logger } from './logger.js'
import type { RetentionRules } from './retention-options.js'

export interface BlockedRun {
  readonly runId: string
  readonly workflowId: string
  readonly workflowType: string
}

export interface WorkerParts {
  readonly store: Store
  readonly sandbox: SandboxHost
  readonly clock: Clock
  readonly bundle: Bundle | undefined
  readonly functions: ReadonlyMap<string, ActivityFunction>
  readonly taskQueues: readonly string[]
  readonly maxConcurrentActivities: number
  readonly limits: ClaimLimits
  readonly maxCommitGroup: number
  readonly leaseMs: number
  readonly shutdownGraceMs: number
  readonly host: string
  readonly logger: Logger
  /** Absent: closed runs stay. */
  readonly retention?: RetentionRules
  /** Told of each run that is blocked, beside the logger. */
  readonly onBlocked?: (run: BlockedRun, reason: BlockedReason) => void
  /** Whether closing the worker closes the store and the sandbox too. */
  readonly ownsParts: boolean
}
