// What is known of an open run beside its history, for people. A plain read, by keys.
import { isTrue } from '../is-true.js'
import type { RunInspection } from '../../run-inspection.js'
import type { SqlRow, Statement } from '../driver/sql-driver.js'

export const inspectRunStatement = (s: string): Statement => ({
  name: 'inspect-run',
  text: `
with clock as materialized (select ${s}.now() as now)
select ${s}.to_ms(clock.now), coalesce(t.mail - t.mail_consumed, 0),
  (select count(*) from ${s}.workers w where w.lease_until >= clock.now and r.task_queue = any(w.task_queues)),
  (select json_agg(json_build_array(a.activity_id, a.attempt::text, (a.claim is not null)::text,
      ${s}.to_ms(a.due_at)::text, a.last_failure::text) order by a.scheduled_at)
    from ${s}.activity_tasks a where a.run_id = r.run_id)
from clock, ${s}.runs r left join ${s}.run_tasks t on t.run_id = r.run_id
where r.run_id = $1::uuid`,
})

export const runInspection = ([now, mail, workers, activities]: SqlRow): RunInspection => ({
  now: Number(now),
  mailWaiting: Number(mail),
  workers: Number(workers),
  activities: (activities == null ? [] : (JSON.parse(activities as string) as readonly SqlRow[])).map(
    ([activityId, attempt, isRunning, dueAt, lastFailure]) => ({
      activityId: activityId as string,
      attempt: Number(attempt),
      isRunning: isRunning === 'true' || isTrue(isRunning),
      dueAt: Number(dueAt),
      ...(lastFailure != null && { lastFailure }),
    }),
  ),
})
