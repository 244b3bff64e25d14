// Requests to other runs that are committed and not carried out yet. A worker takes its own from memory; what it leaves
// behind is read here by any other, after a while.
import type { Outgoing, OutgoingKey, OutgoingRequest } from '../../outgoing.js'
import { plainArray } from '../array-literal.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'

/** Older ones are nobody's any more. In SQL. */
const patience = `interval '5 seconds'`

/** Whether some were left behind: an expression for statements that have `clock`. */
export const hasOutgoing = (s: string): string =>
  `exists (select from ${s}.outbox o where o.committed_at < clock.now - ${patience})`

export const readOutgoingStatement = (s: string): Statement => ({
  name: 'read-outgoing',
  text: `
select o.run_id, o.position, o.request from ${s}.outbox o
where o.committed_at < ${s}.now() - ${patience}
order by o.committed_at, o.run_id, o.position
limit $1`,
})

export const outgoing = ([runId, position, request]: SqlRow): Outgoing => ({
  runId: runId as string,
  position: Number(position),
  request: JSON.parse(request as string) as OutgoingRequest,
})

export const dropOutgoingStatement = (s: string): Statement => ({
  name: 'drop-outgoing',
  text: `
delete from ${s}.outbox o using unnest($1::uuid[], $2::integer[]) as i(run_id, position)
where o.run_id = i.run_id and o.position = i.position`,
})

export const dropOutgoingValues = (keys: readonly OutgoingKey[]): readonly SqlValue[] => [
  plainArray(keys.map(({ runId }) => runId)),
  plainArray(keys.map(({ position }) => position)),
]
