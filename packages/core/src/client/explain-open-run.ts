// Gathers what an explanation of a run stands on: its history, the tables, and the code's own word.
import type { RunRecord } from '../store/run-record.js'
import { type LiveWaits, waitsQuery } from '../workflow/describe-waits.js'
import { type AnswerHints, askRun } from './ask-run.js'
import type { ClientSession } from './client-session.js'
import { explainRun, type RunExplanation } from './explain-run.js'
import { readHistoryPages } from './read-history-pages.js'
import { RunNotFoundError } from './run-not-found-error.js'
import { isClosed } from './run-result.js'
import type { HistoryEvent } from '../history/history-event.js'

/** A worker that doesn't answer by then is left out. */
const patienceMs = 2_000

export const explainOpenRun = async (
  session: ClientSession,
  answers: AnswerHints,
  run: RunRecord,
): Promise<RunExplanation> => {
  const { runId } = run
  const inspection = await session.call((store) => store.inspectRun(runId))
  if (inspection === undefined) throw new RunNotFoundError({ runId })
  const history: HistoryEvent[] = []
  if (!isClosed(run.status)) for await (const event of readHistoryPages(session, runId, 0)) history.push(event)
  const isAsked = history.length > 0 && run.blocked === undefined && inspection.workers > 0
  const live = isAsked ? await askWaits(session, answers, runId) : undefined
  return explainRun({ run, history, inspection, live })
}

const askWaits = async (
  session: ClientSession,
  answers: AnswerHints,
  runId: string,
): Promise<LiveWaits | undefined> => {
  try {
    const question = { runId, name: waitsQuery, args: '[]', timeoutMs: patienceMs }
    return (await askRun(session, answers, question)) as LiveWaits
  } catch {
    // It is a bundle of an older version, or nobody is there to ask: the rest is still true.
    return undefined
  }
}
