// Reads histories. Safe without locks: events are only ever appended, in whole commits.
import type { EventType } from '../../../history/event-type.js'
import type { HistoryEvent } from '../../../history/history-event.js'
import type { SqlRow, Statement } from '../driver/sql-driver.js'

/** Of owned runs, in full. Answers one row of nulls when there are none, and no row when the worker is gone. */
export const readHistoriesStatement = (s: string): Statement => ({
  name: 'read-histories',
  text: `
select h.run_id, h.seq, h.type, ${s}.to_ms(h.recorded_at), h.data
from ${s}.workers w
left join ${s}.history h on h.run_id = any($2::uuid[])
where w.epoch = $1::bigint
order by h.run_id, h.seq`,
})

/** A part of one history, for anybody. */
export const readHistoryStatement = (s: string): Statement => ({
  name: 'read-history',
  text: `
select h.run_id, h.seq, h.type, ${s}.to_ms(h.recorded_at), h.data
from ${s}.history h where h.run_id = $1::uuid and h.seq > $2::integer
order by h.seq
limit $3::bigint`,
})

export const historyEvent = ([, seq, type, recordedAt, data]: SqlRow): HistoryEvent => ({
  seq: Number(seq),
  type: type as EventType,
  recordedAt: Number(recordedAt),
  data: data as string,
})
