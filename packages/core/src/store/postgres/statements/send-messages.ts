// Leaves messages in inboxes. Safe against a run that is being let go: its hot row is bumped first, and parking compares
// the counter on that row; against gaps and doubles, because a message takes its number from the row that its sender has
// locked; against deadlock, because runs are taken in the order of their ids. Two senders of one key at once meet at the
// key's unique index: the later is refused as a whole and tried again, when it finds the first.
import type { OutgoingMessage, SendOutcome } from '../../message.js'
import { plainArray } from '../array-literal.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'
import { textList, textListRows } from '../text-list.js'

/**
 * `mail_in`, `bumped` and `sent`, for a statement that has `clock` and `messages(run_id, place, kind, key, data)`. No
 * function of Postgres that takes JSON apart touches the data: they refuse escapes that are legal in it, such as \\u0000.
 */
export const sendMessagesParts = (s: string): string => `
mail_in as materialized (
  select m.run_id, array_agg(m.place order by m.place) filter (where m.is_new) as places,
    array_agg(m.kind order by m.place) filter (where m.is_new) as kinds,
    array_agg(m.key order by m.place) filter (where m.is_new) as keys,
    array_agg(m.data order by m.place) filter (where m.is_new) as datas,
    bool_or(m.kind in ('terminate', 'reset')) as ends, bool_or(m.kind in ('cancel', 'resume')) as begins
  from (
    select m.*, not exists (select from ${s}.inbox x where x.run_id = m.run_id and x.key = m.key) as is_new
    from messages m
  ) m
  group by m.run_id
  order by m.run_id
),
bumped as (
  update ${s}.run_tasks t
  set mail = t.mail + cardinality(m.places),
    wake_at = case
      when t.owner_epoch is null and (m.ends or m.begins and t.seq = 0 or t.seq is distinct from 0 and t.blocked_attempts = 0)
        then least(t.wake_at, clock.now)
      else t.wake_at end
  from clock, mail_in m where t.run_id = m.run_id and m.places is not null
  returning t.run_id, t.mail, m.places, m.kinds, m.keys, m.datas, t.task_queue, t.owner_epoch
),
sent as (
  insert into ${s}.inbox (run_id, mail, kind, key, data, received_at)
  select b.run_id, b.mail - cardinality(b.places) + e.nth, e.kind, e.key, e.data::json, clock.now
  from clock, bumped b, unnest(b.kinds, b.keys, b.datas) with ordinality as e(kind, key, data, nth)
)`

/** Answers each run that was bumped, and each whose messages were all known; a run without an answer isn't open. */
export const sendMessagesStatement = (s: string): Statement => ({
  name: 'send-messages',
  text: `
with clock as materialized (select ${s}.now() as now),
messages as materialized (
  select * from rows from (unnest($1::uuid[]), unnest($2::integer[]), ${['$3', '$4', '$5'].map(textListRows).join(', ')})
    as i(run_id, place, kind, key, data)
),
${sendMessagesParts(s)}
select run_id, mail, array_to_string(places, ','), task_queue, owner_epoch from bumped
union all
select run_id, null, '', null, null from mail_in where places is null`,
})

/** Of two messages with one key, the second is left out: the first makes it a duplicate. */
export const sendMessagesValues = (messages: readonly OutgoingMessage[]): readonly SqlValue[] => {
  const keys = new Set<string>()
  const places = messages.flatMap(({ runId, key }, place) => {
    if (key === undefined) return [place]
    const known = `${runId.toLowerCase()} ${key}`
    if (keys.has(known)) return []
    keys.add(known)
    return [place]
  })
  const kept = places.map((place) => messages[place] as OutgoingMessage)
  return [
    plainArray(kept.map(({ runId }) => runId)),
    plainArray(places),
    textList(kept.map(({ kind }) => kind)),
    textList(kept.map(({ key }) => key)),
    textList(kept.map(({ data }) => data)),
  ]
}

export interface SentMail {
  readonly outcomes: readonly SendOutcome[]
  /** Task queues of runs that nobody owns and that may be due now. */
  readonly taskQueues: readonly string[]
  /** Owned runs, with the epochs of their owners. */
  readonly owned: readonly { readonly runId: string; readonly epoch: number }[]
}

export const sentMail = (messages: readonly OutgoingMessage[], rows: readonly SqlRow[]): SentMail => {
  const open = new Set<string>()
  const numbers = new Map<number, number>()
  const taskQueues = new Set<string>()
  const owned: { readonly runId: string; readonly epoch: number }[] = []
  for (const [runId, mail, places, taskQueue, epoch] of rows) {
    open.add(runId as string)
    if (mail == null) continue
    const sent = (places as string).split(',').map(Number)
    sent.forEach((place, i) => numbers.set(place, Number(mail) - sent.length + i + 1))
    if (epoch == null) taskQueues.add(taskQueue as string)
    else owned.push({ runId: runId as string, epoch: Number(epoch) })
  }
  const outcomes = messages.map(({ runId }, place): SendOutcome => {
    const mail = numbers.get(place)
    if (mail !== undefined) return { type: 'sent', mail }
    return open.has(runId.toLowerCase()) ? { type: 'duplicate' } : { type: 'not-open' }
  })
  return { outcomes, taskQueues: [...taskQueues], owned }
}
