// Who takes part. A contender's packages are loaded only in its own process, when it is created.
import { loadAbsurdSchema } from './absurd-schema.js'
import type { CreateContender } from './contender.js'
import { packageVersion } from './package-version.js'

export interface ContenderEntry {
  readonly name: string
  readonly title: string
  /** The product this bench belongs to; the others are its peers. */
  readonly ours: boolean
  /** Order of magnitude of its one-step runs per second here: sizes the run counts, nothing else. */
  readonly expectedRunsPerSecond: number
  /** Fetches what it needs beyond its packages, once a run. A contender that can't be prepared is left out. */
  readonly prepare?: () => Promise<void>
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
    prepare: async () => {
      await loadAbsurdSchema(packageVersion('absurd-sdk'))
    },
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
