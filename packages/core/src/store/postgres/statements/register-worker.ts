// Registers a worker, and ends one. Safe against a process that still holds the worker's id: its row is deleted, which
// waits for its statements in flight and fences those that follow; the new row has an epoch never used before.
import type { WorkerRegistration } from '../../worker-session.js'
import { textArray } from '../array-literal.js'
import type { SqlValue, Statement } from '../driver/sql-driver.js'
import { freeRun } from './free-run.js'

/** `backend` tells whether the connection's end is to count as the worker's death. */
export const registerWorkerStatement = (s: string): Statement => ({
  name: 'register-worker',
  text: `
with clock as materialized (select ${s}.now() as now),
gone as (delete from ${s}.workers where worker_id = $1::text returning 1),
own_backend as (
  select a.pid, a.backend_start from pg_stat_get_activity(pg_backend_pid()) a where $8::boolean
)
insert into ${s}.workers (worker_id, lease_ms, lease_until, task_queues, activities, engine_version, host, process_id,
  backend_pid, backend_start, registered_at)
select $1::text, $2::integer, clock.now + $2::integer * interval '1 millisecond', $3::text[], $4::text[], $5::integer,
  $6::text, $7::integer, own_backend.pid, own_backend.backend_start, clock.now
from (select count(*) from gone) g, clock left join own_backend on true
returning epoch`,
})

export const registerWorkerValues = (worker: WorkerRegistration, withBackend: boolean): readonly SqlValue[] => [
  worker.workerId,
  worker.leaseMs,
  textArray(worker.taskQueues),
  textArray(worker.activities),
  worker.engineVersion,
  worker.host,
  worker.processId,
  withBackend,
]

export const removeWorkerStatement = (s: string): Statement => ({
  name: 'remove-worker',
  text: `delete from ${s}.workers where epoch = $1::bigint`,
})

/** After the row is gone, in a new statement: a claim in flight has been waited for, and is seen. */
export const freeOwnStatement = (s: string): Statement => ({
  name: 'free-own',
  text: `
with clock as materialized (select ${s}.now() as now),
freed as (
  update ${s}.run_tasks t set ${freeRun('clock.now')} from clock where t.owner_epoch = $1::bigint
  returning t.task_queue
),
freed_activities as (
  update ${s}.activity_tasks a set owner_epoch = null, claim = null, worker_lost = true, due_at = clock.now
  from clock where a.owner_epoch = $1::bigint
  returning a.task_queue
)
select distinct task_queue from (select task_queue from freed union all select task_queue from freed_activities) q`,
})
