// Who takes part. A contender's packages are loaded only in its own process, when it is created.
import type { CreateContender } from './contender.js'

export interface ContenderEntry {
  readonly name: string
  readonly title: string
  /** The product this bench belongs to; the others are its peers. */
  readonly ours: boolean
  /** Order of magnitude of its one-step runs per second here: sizes the run counts, nothing else. */
  readonly expectedRunsPerSecond: number
  readonly load: () => Promise<CreateContender>
}

export const contenderEntries: readonly ContenderEntry[] = [
  {
    name: 'foliot',
    title: 'Foliot',
    ours: true,
    expectedRunsPerSecond: 5_000,
    load: async () => (await import('./foliot.js')).createFoliot,
  },
  {
    name: 'dbos',
    title: 'DBOS',
    ours: false,
    expectedRunsPerSecond: 500,
    load: async () => (await import('./dbos.js')).createDbos,
  },
  {
    name: 'absurd',
    title: 'absurd',
    ours: false,
    expectedRunsPerSecond: 500,
    load: async () => (await import('./absurd.js')).createAbsurd,
  },
  {
    name: 'openworkflow',
    title: 'OpenWorkflow',
    ours: false,
    expectedRunsPerSecond: 500,
    load: async () => (await import('./openworkflow.js')).createOpenWorkflow,
  },
]
