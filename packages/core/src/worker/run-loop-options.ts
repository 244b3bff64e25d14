// What a RunLoop works with, and whom it tells what.
import type { Clock } from '../base/clock.js'
import type { BlockedReason } from '../engine/blocked-reason.js'
import type { SandboxHost } from '../engine/sandbox-host.js'
import type { Store } from '../store/store.js'
import type { WorkerSession } from '../store/worker-session.js'
import type { ActivitySlots } from './activity-slots.js'
import type { ActivityFunction } from '../authoring/activity-set.js'
import type { BundleCache } from './bundle-cache.js'
import type { DatabaseClock } from './database-clock.js'
import type { Lease } from './lease.js'
import type { OwnedRun } from './owned-run.js'

export interface RunLoopOptions {
  readonly store: Store
  readonly session: WorkerSession
  readonly sandbox: SandboxHost
  readonly bundles: BundleCache
  readonly clock: Clock
  readonly databaseClock: DatabaseClock
  readonly lease: Lease
  readonly functions: ReadonlyMap<string, ActivityFunction>
  readonly slots: ActivitySlots
  readonly maxCommitGroup: number
  readonly onSessionLost: () => void
  readonly onTrouble: (error: unknown) => void
  readonly onBlocked: (run: OwnedRun, reason: BlockedReason) => void
  /** Rows of activities were written that are due then. */
  readonly onActivityRows: (dueAt: number) => void
  /** Turns of these runs were written. */
  readonly onTurnsWritten?: ((runIds: readonly string[]) => void) | undefined
  /** Something changed that may have made the worker idle. */
  readonly onProgress: () => void
}
