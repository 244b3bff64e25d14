// The store's clock, and when something is due that no live worker owns. Plain reads.
import type { Statement } from '../driver/sql-driver.js'

export const clockStatement = (s: string): Statement => ({ name: 'clock', text: `select ${s}.to_ms(${s}.now())` })

export const nextWakeStatement = (s: string): Statement => ({
  name: 'next-wake',
  text: `
select ${s}.to_ms(min(n.at))
from unnest($1::text[]) as q(task_queue), generate_series(1, 5) as p(priority), lateral (
  (select t.wake_at as at from ${s}.run_tasks t
   where t.owner_epoch is null and t.wake_at is not null and t.task_queue = q.task_queue and t.priority = p.priority
   order by t.wake_at limit 1)
  union all
  (select a.due_at as at from ${s}.activity_tasks a
   where a.claim is null and a.task_queue = q.task_queue and a.priority = p.priority
   order by a.due_at limit 1)
) n`,
})
