// Reads a history in pages, so that a long one is never in memory at once.
import type { HistoryEvent } from '../history/history-event.js'
import type { ClientSession } from './client-session.js'

const pageSize = 1_000

/** @param limit at most so many events */
export async function* readHistoryPages(
  session: ClientSession,
  runId: string,
  afterSeq: number,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<HistoryEvent, void, undefined> {
  let seq = afterSeq
  let rest = limit
  while (rest > 0) {
    const size = Math.min(pageSize, rest)
    const from = seq
    const events = await session.call((store) => store.readHistory({ runId, afterSeq: from, limit: size }))
    for (const event of events) {
      seq = event.seq
      yield event
    }
    if (events.length < size) return
    rest -= events.length
  }
}
