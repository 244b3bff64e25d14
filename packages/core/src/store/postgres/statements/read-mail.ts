// Reads inboxes of owned runs. Safe without locks: a message that commits later has a greater number, because its sender
// took the number from the hot row, which it held until it committed.
import type { InboxMessage, MessageKind } from '../../message.js'
import type { SqlRow, Statement } from '../driver/sql-driver.js'

/** Answers one row of nulls when there is none, and no row when the worker is gone. */
export const readMailStatement = (s: string): Statement => ({
  name: 'read-mail',
  text: `
select m.run_id, m.mail, m.kind, ${s}.to_ms(m.received_at), m.data
from ${s}.workers w
left join (
  unnest($2::uuid[], $3::integer[]) with ordinality as i(run_id, after_mail, place)
  join ${s}.inbox m on m.run_id = i.run_id and m.mail > i.after_mail and m.data is not null
) on true
where w.epoch = $1::bigint
order by i.place, m.mail`,
})

export const inboxMessage = ([runId, mail, kind, receivedAt, data]: SqlRow): InboxMessage => ({
  runId: runId as string,
  mail: Number(mail),
  kind: kind as MessageKind,
  receivedAt: Number(receivedAt),
  data: data as string,
})
