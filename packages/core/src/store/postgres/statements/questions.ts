// Queries: asked by clients, taken and answered by workers. The table is unlogged and small: a row lives as long as somebody
// waits.
import type { Answer, OpenQuestion, Question } from '../../question.js'
import { plainArray, textArray } from '../array-literal.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'
import { textList, textListRows } from '../text-list.js'

/** Answers the run's queue and its owner's epoch; nothing where there is no such run. */
export const askStatement = (s: string): Statement => ({
  name: 'ask',
  text: `
with clock as materialized (select ${s}.now() as now),
asked as (
  insert into ${s}.queries (query_id, run_id, asked_at, expires_at, name, args)
  select $1::uuid, r.run_id, clock.now, clock.now + $5::float8 * interval '1 millisecond', $3::text, $4::text::json
  from clock, ${s}.runs r where r.run_id = $2::uuid
  returning run_id
)
select r.task_queue, t.owner_epoch
from asked join ${s}.runs r on r.run_id = asked.run_id left join ${s}.run_tasks t on t.run_id = asked.run_id`,
})

export const askValues = ({ queryId, runId, name, args, timeoutMs }: Question): readonly SqlValue[] => [
  queryId,
  runId,
  name,
  args,
  timeoutMs,
]

/** Whether anybody waits for an answer: an expression for statements that have `clock`. */
export const hasOpenQuestions = (s: string): string =>
  `exists (select from ${s}.queries q where q.answer is null and q.expires_at >= clock.now)`

/** Those of own runs, and of runs of the worker's queues that nobody owns, closed ones too. Expired ones go. */
export const takeQuestionsStatement = (s: string): Statement => ({
  name: 'take-questions',
  text: `
with fence as materialized (select from ${s}.workers where epoch = $1::bigint for key share),
clock as materialized (select ${s}.now() as now),
expired as (delete from ${s}.queries q using fence, clock where q.expires_at < clock.now)
select o.* from fence left join lateral (
  select q.query_id, q.run_id, q.name, q.args, coalesce(r.bundle, t.bundle) as bundle
  from clock, ${s}.queries q
  join ${s}.runs r on r.run_id = q.run_id
  left join ${s}.run_tasks t on t.run_id = q.run_id
  where q.answer is null and q.expires_at >= clock.now
    and (t.owner_epoch is not distinct from $1::bigint or t.owner_epoch is null and r.task_queue = any($2::text[]))
  order by q.asked_at
  limit $3::integer
) o on true`,
})

export const takeQuestionsValues = (
  epoch: number,
  taskQueues: readonly string[],
  limit: number,
): readonly SqlValue[] => [epoch, textArray(taskQueues), limit]

export const openQuestion = ([queryId, runId, name, args, bundle]: SqlRow): OpenQuestion => ({
  queryId: queryId as string,
  runId: runId as string,
  name: name as string,
  args: args as string,
  ...(bundle == null ? {} : { bundle }),
})

/** The first answer stands. */
export const answerQuestionsStatement = (s: string): Statement => ({
  name: 'answer-questions',
  text: `
with fence as materialized (select from ${s}.workers where epoch = $1::bigint for key share),
answered as (
  update ${s}.queries q set answer = i.answer::json
  from fence, rows from (unnest($2::uuid[]), ${textListRows('$3')}) as i(query_id, answer)
  where q.query_id = i.query_id and q.answer is null
)
select 1 from fence`,
})

export const answerQuestionsValues = (epoch: number, answers: readonly Answer[]): readonly SqlValue[] => [
  epoch,
  plainArray(answers.map(({ queryId }) => queryId)),
  textList(answers.map(({ answer }) => answer)),
]

export const readAnswersStatement = (s: string): Statement => ({
  name: 'read-answers',
  text: `select query_id, answer from ${s}.queries where query_id = any($1::uuid[]) and answer is not null`,
})

export const dropQuestionsStatement = (s: string): Statement => ({
  name: 'drop-questions',
  text: `delete from ${s}.queries where query_id = any($1::uuid[])`,
})
