// The tables of the raw limit: Foliot's own migrations in a schema named `raw`, plus the row of one worker.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The statements that make the tables, in order. */
export const readRawSchema = (): readonly string[] => [
  'CREATE SCHEMA raw',
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('{schema}', 'raw')),
  `INSERT INTO raw.workers (worker_id, lease_until, lease_ms, task_queues, activities, engine_version, host, process_id)
   VALUES ('worker', now() + interval '1 hour', 3600000, '{default}', '{bench.step}', 1, 'bench', 1)`,
]
