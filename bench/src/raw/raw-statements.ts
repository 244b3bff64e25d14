// What the design must say to the server for a run: the statements of the raw limit, each for a whole batch, prepared,
// on one connection. Nothing is executed around them.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

const fence = `fence AS (SELECT epoch FROM raw.workers WHERE worker_id = 'worker' AND epoch = 1 FOR KEY SHARE)`

const insertHistory = `written AS (
  INSERT INTO raw.history (run_id, seq, type, recorded_at, data)
  SELECT event.* FROM fence, unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::json[]) AS event
)`

const statements = {
  start: `WITH new_runs AS (
    INSERT INTO raw.runs (run_id, workflow_id, workflow_type, task_queue, status, args, created_at)
    SELECT run_id, workflow_id, 'one-step', 'default', 'pending', args, clock_timestamp()
    FROM unnest($1::uuid[], $2::text[], $3::json[]) AS started (run_id, workflow_id, args)
    RETURNING run_id, workflow_id, created_at
  ) INSERT INTO raw.run_tasks (run_id, workflow_id, task_queue, priority, wake_at)
    SELECT run_id, workflow_id, 'default', 3, created_at FROM new_runs`,
  claim: `WITH ${fence}, due AS (
    SELECT task.run_id FROM raw.run_tasks AS task, fence
    WHERE task.owner_epoch IS NULL AND task.task_queue = 'default' AND task.wake_at <= clock_timestamp()
    ORDER BY task.priority, task.wake_at LIMIT $1 FOR UPDATE OF task SKIP LOCKED
  ) UPDATE raw.run_tasks AS task SET owner = 'worker', owner_epoch = 1
    FROM due JOIN raw.runs AS run USING (run_id)
    WHERE task.run_id = due.run_id
    RETURNING task.run_id, run.workflow_id, run.workflow_type, run.args, run.bundle`,
  firstTurn: `WITH ${fence}, ${insertHistory}
    UPDATE raw.runs AS run SET status = 'running', bundle = $7, started_at = clock_timestamp()
    FROM fence, unnest($6::uuid[]) AS pinned (run_id) WHERE run.run_id = pinned.run_id`,
  step: `WITH ${fence}, ${insertHistory} SELECT clock_timestamp() FROM fence`,
  lastTurn: `WITH ${fence}, ${insertHistory}, locked AS (
    SELECT task.run_id FROM raw.run_tasks AS task, fence WHERE task.run_id = ANY ($6) ORDER BY task.run_id FOR UPDATE OF task
  ), gone AS (
    DELETE FROM raw.run_tasks AS task USING locked WHERE task.run_id = locked.run_id
  ) UPDATE raw.runs AS run SET status = 'completed', result = closed.result, closed_at = clock_timestamp()
    FROM fence, unnest($6::uuid[], $7::json[]) AS closed (run_id, result) WHERE run.run_id = closed.run_id`,
  probe: `WITH due AS (
    SELECT run_id FROM raw.run_tasks
    WHERE owner_epoch IS NULL AND task_queue = 'probe' AND wake_at <= clock_timestamp()
    ORDER BY priority, wake_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ) UPDATE raw.run_tasks AS task SET wake_at = clock_timestamp() FROM due WHERE task.run_id = due.run_id`,
} as const

const activityOptions =
  '{"priority":3,"startToCloseMs":600000,"retry":{"initialIntervalMs":1000,"backoffCoefficient":2,"maximumIntervalMs":100000,"maximumAttempts":0,"nonRetryableErrors":[]}}'
const bundle = 'b'.repeat(64)

/** Version 7, as Foliot's client makes them: time first, so that new keys stand together in the index. */
const newRunId = (): string => {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `7${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}

interface EventText {
  readonly type: string
  readonly data: string
}

const scheduled = (step: number): EventText => ({
  type: 'ActivityScheduled',
  data: `{"activityId":"${step}","name":"bench.step","args":[${step}],"options":${activityOptions}}`,
})
const completed = (step: number): EventText => ({
  type: 'ActivityCompleted',
  data: `{"activityId":"${step}","attempt":1,"result":${step}}`,
})

export class RawStatements {
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
  }

  async start(count: number): Promise<void> {
    const ids = Array.from({ length: count }, newRunId)
    await this.#run('start', [ids, ids.map((id) => `run-${id}`), ids.map(() => '[1]')])
  }

  async claim(limit: number): Promise<readonly string[]> {
    const { rows } = await this.#run('claim', [limit])
    return rows.map(({ run_id }) => run_id)
  }

  /** RunStarted and the first ActivityScheduled, and the run is pinned. */
  async commitFirstTurn(runIds: readonly string[]): Promise<void> {
    await this.#run('firstTurn', [
      ...this.#history(runIds, 1, (runId) => [
        {
          type: 'RunStarted',
          data: `{"runId":"${runId}","workflowId":"run-${runId}","workflowType":"one-step","taskQueue":"default","bundle":"${bundle}","flags":[],"args":[1]}`,
        },
        scheduled(1),
      ]),
      runIds,
      bundle,
    ])
  }

  /** One step of each run: ActivityCompleted and the next ActivityScheduled. */
  async commitStep(runIds: readonly string[], step: number): Promise<void> {
    await this.#run(
      'step',
      this.#history(runIds, 1 + 2 * step, () => [completed(step), scheduled(step + 1)]),
    )
  }

  /** The last ActivityCompleted and RunCompleted; the hot rows go. */
  async commitLastTurn(runIds: readonly string[], step: number): Promise<void> {
    await this.#run('lastTurn', [
      ...this.#history(runIds, 1 + 2 * step, () => [completed(step), { type: 'RunCompleted', data: '{"result":1}' }]),
      runIds,
      runIds.map(() => '1'),
    ])
  }

  async insertProbeRows(): Promise<void> {
    await this.#client.query(
      `INSERT INTO raw.run_tasks (run_id, workflow_id, task_queue, priority, wake_at)
       SELECT gen_random_uuid(), 'probe-' || n, 'probe', 3, clock_timestamp() FROM generate_series(1, 50) AS n`,
    )
  }

  /** Claims and requeues one row: the smallest transaction a queue can do. */
  async probe(): Promise<void> {
    await this.#run('probe', [])
  }

  #history(runIds: readonly string[], firstSeq: number, eventsOf: (runId: string) => readonly EventText[]): unknown[] {
    const columns: [string[], number[], string[], string[], string[]] = [[], [], [], [], []]
    const recordedAt = new Date().toISOString()
    for (const runId of runIds) {
      eventsOf(runId).forEach((event, index) => {
        columns[0].push(runId)
        columns[1].push(firstSeq + index)
        columns[2].push(event.type)
        columns[3].push(recordedAt)
        columns[4].push(event.data)
      })
    }
    return columns
  }

  #run(name: keyof typeof statements, values: unknown[]): Promise<pg.QueryResult<{ run_id: string }>> {
    return this.#client.query<{ run_id: string }>({ name, text: statements[name], values })
  }
}
