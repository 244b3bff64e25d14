// Requests to other runs in the memory store that are committed and not carried out yet.
import type { Outgoing, OutgoingKey } from '../outgoing.js'
import type { MemoryTables } from './memory-tables.js'

/** Older ones are nobody's any more. */
const patienceMs = 5_000

const keyOf = ({ runId, position }: OutgoingKey): string => `${runId}/${position}`

export const addOutgoing = (tables: MemoryTables, requests: readonly Outgoing[], now: number): void => {
  for (const request of requests) tables.outbox.set(keyOf(request), { ...request, committedAt: now })
}

export const readOutgoing = (tables: MemoryTables, limit: number, now: number): readonly Outgoing[] =>
  [...tables.outbox.values()]
    .filter(({ committedAt }) => committedAt < now - patienceMs)
    .slice(0, limit)
    .map(({ runId, position, request }) => ({ runId, position, request }))

export const dropOutgoing = (tables: MemoryTables, keys: readonly OutgoingKey[]): void => {
  for (const key of keys) tables.outbox.delete(keyOf(key))
}
