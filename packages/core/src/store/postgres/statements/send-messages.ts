// Leaves messages in inboxes. Safe against a run that is being let go: its hot row is bumped first, and parking compares
// the counter on that row; against gaps and doubles, because a message takes its number from the row that its sender has
// locked; against deadlock, because runs are taken in the order of their ids. Two senders of one key at once meet at the
// key's unique index: the later is refused as a whole and tried again, when it finds the first.
import type { OutgoingMessage, SendOutcome } from '../../message.js'
import { plainArray, textArray } from '../array-literal.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'

/** Placeholders of arrays, one element a run, in the order of run ids. */
export interface MailPlaceholders {
  readonly runIds: string
  /** JSON arrays of messages with their places. */
  readonly messages: string
  /** Whether the messages wake a run that waits for its start or is blocked. */
  readonly hasten: string
}

/** `mail_in`, `bumped` and `sent`, for a statement that has `clock`. `source` is what the rows are taken from. */
export const sendMessagesParts = (s: string, p: MailPlaceholders): string => `
mail_in as materialized (
  select i.run_id, i.hasten, new.messages, new.places
  from unnest(${p.runIds}, ${p.messages}, ${p.hasten}) as i(run_id, messages, hasten),
  lateral (
    select json_agg(e.message order by e.place) as messages, string_agg(e.message ->> 'place', ',') as places
    from json_array_elements(i.messages::json) with ordinality as e(message, place)
    where not exists (select from ${s}.inbox m where m.run_id = i.run_id and m.key = e.message ->> 'key')
  ) new
),
bumped as (
  update ${s}.run_tasks t
  set mail = t.mail + json_array_length(m.messages),
    wake_at = case
      when t.owner_epoch is null and (m.hasten or t.seq is distinct from 0 and t.blocked_attempts = 0)
        then least(t.wake_at, clock.now)
      else t.wake_at end
  from clock, mail_in m where t.run_id = m.run_id and m.messages is not null
  returning t.run_id, t.mail, m.messages, m.places, t.task_queue, t.owner_epoch
),
sent as (
  insert into ${s}.inbox (run_id, mail, kind, key, data, received_at)
  select b.run_id, b.mail - json_array_length(b.messages) + e.place, e.message ->> 'kind', e.message ->> 'key',
    e.message -> 'data', clock.now
  from clock, bumped b, json_array_elements(b.messages) with ordinality as e(message, place)
)`

/** Answers each run that was bumped, and each whose messages were all known; a run without an answer isn't open. */
export const sendMessagesStatement = (s: string): Statement => ({
  name: 'send-messages',
  text: `
with clock as materialized (select ${s}.now() as now),
${sendMessagesParts(s, { runIds: '$1::uuid[]', messages: '$2::text[]', hasten: '$3::boolean[]' })}
select run_id, mail, places, task_queue, owner_epoch from bumped
union all
select run_id, null, '', null, null from mail_in where messages is null`,
})

/** The messages for one run, with their places among all. */
export interface RunMail {
  readonly runId: string
  readonly messages: readonly { readonly place: number; readonly message: OutgoingMessage }[]
}

const messageJson = (place: number, { kind, key, data }: OutgoingMessage): string =>
  `{"place":${place},"kind":"${kind}"${key === undefined ? '' : `,"key":${JSON.stringify(key)}`},"data":${data}}`

export const sendMessagesValues = (mail: readonly RunMail[]): readonly SqlValue[] => [
  plainArray(mail.map(({ runId }) => runId)),
  textArray(mail.map(({ messages }) => `[${messages.map((each) => messageJson(each.place, each.message)).join(',')}]`)),
  plainArray(mail.map(({ messages }) => messages.some(({ message }) => message.kind === 'terminate'))),
]

/** Groups messages by run, in the order of run ids. Of two with one key, the second is left out. */
export const groupByRun = (messages: readonly OutgoingMessage[]): readonly RunMail[] => {
  const runs = new Map<string, { readonly place: number; readonly message: OutgoingMessage }[]>()
  const keys = new Set<string>()
  messages.forEach((message, place) => {
    const runId = message.runId.toLowerCase()
    if (message.key !== undefined) {
      const key = `${runId} ${message.key}`
      if (keys.has(key)) return
      keys.add(key)
    }
    const group = runs.get(runId)
    if (group === undefined) runs.set(runId, [{ place, message }])
    else group.push({ place, message })
  })
  return [...runs].map(([runId, group]) => ({ runId, messages: group })).sort((a, b) => (a.runId < b.runId ? -1 : 1))
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
