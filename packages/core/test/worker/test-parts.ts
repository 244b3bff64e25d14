import { systemClock } from '../../src/base/system-clock.js'
import type { WorkerParts } from '../../src/worker/worker-parts.js'
import { InProcessHost } from './in-process-host.js'

/** A worker's parts for tests: workflows in the test's own process, one task queue, no logs. */
export const testParts = (parts: Pick<WorkerParts, 'store' | 'bundle'> & Partial<WorkerParts>): WorkerParts => ({
  sandbox: new InProcessHost(),
  clock: systemClock,
  functions: new Map(),
  taskQueues: ['default'],
  maxConcurrentActivities: 100,
  limits: { perClaim: 100, active: 200, owned: 1_000 },
  maxCommitGroup: 100,
  leaseMs: 15_000,
  shutdownGraceMs: 1_000,
  host: 'test',
  logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  ownsParts: false,
  ...parts,
})
