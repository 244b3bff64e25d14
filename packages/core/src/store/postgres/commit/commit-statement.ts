// The statement of a commit: all of a group's writes at once, or none of them. Safe against a worker that is dead to
// others, by the fence that every write reads from; against a timer ahead of the database's clock, by the gate behind it;
// against deadlock with senders, by locking hot rows in the order of run ids where writers of two kinds touch them.
import { plainArray } from '../array-literal.js'
import type { SqlValue, Statement } from '../driver/sql-driver.js'
import type { CommitGroup } from './commit-group.js'
import { rowsItem } from './commit-section.js'
import { tasksContinue, tasksStay } from './sections.js'

const build = (s: string, group: CommitGroup): string => {
  let last = 1
  const parameter = (type: string): string => `$${(last += 1)}::${type}`
  const parts = [
    `fence as materialized (select from ${s}.workers where epoch = $1::bigint for key share)`,
    `clock as materialized (select ${s}.now() as now)`,
    group.latestFireAt === undefined
      ? `in_time as materialized (select from fence)`
      : `in_time as materialized (select from fence, clock where ${s}.from_ms(${parameter('float8')}) <= clock.now)`,
    // The row is locked, and read again if it was waited for: no message is accepted between this look and the commit.
    group.mailKnown === undefined
      ? `gate as materialized (select from in_time)`
      : `gate as materialized (
  select from in_time, ${s}.run_tasks t
  where t.run_id = ${parameter('uuid')} and t.mail <= ${parameter('integer')} for update of t
)`,
    group.locks === undefined
      ? `go as materialized (select from gate)`
      : `locked as materialized (
  select from gate, unnest(${parameter('uuid[]')}) as i(run_id)
  join ${s}.run_tasks t on t.run_id = i.run_id for update of t
),
go as materialized (select from gate, (select count(*) from locked) l)`,
  ]
  for (const { sections, columns } of group.rows) {
    const rows = rowsItem(columns, () => `$${(last += 1)}`)
    for (const section of sections) parts.push(`${section.name} as (${section.sql(s, rows)})`)
  }
  const answering = [tasksStay, tasksContinue].find((section) =>
    group.rows.some(({ sections }) => sections.includes(section)),
  )
  const newMail = answering
    ? ` left join ${answering.name} m on m.has_mail or m.released is not null`
    : ` left join (select null as run_id, null as mail, false as has_mail, null as released) m on false`
  return `with ${parts.join(',\n')}
select (select count(*) from fence), (select count(*) from gate), ${s}.to_ms(clock.now), case when m.has_mail then m.run_id end, m.mail, m.released,
  (select count(*) from in_time)
from clock${newMail}`
}

/** Texts by which sections are in them. */
export class CommitStatements {
  readonly #schema: string
  readonly #statements = new Map<string, Statement>()

  constructor(quotedSchema: string) {
    this.#schema = quotedSchema
  }

  of(group: CommitGroup): Statement {
    const names = group.rows.map(({ sections }) => sections[0]?.name)
    const { latestFireAt, locks, mailKnown } = group
    const key = [latestFireAt !== undefined, locks !== undefined, mailKnown !== undefined, ...names].join(' ')
    let statement = this.#statements.get(key)
    if (statement === undefined) {
      statement = { name: 'commit', text: build(this.#schema, group) }
      this.#statements.set(key, statement)
    }
    return statement
  }
}

export const commitValues = (epoch: number, group: CommitGroup): readonly SqlValue[] => [
  epoch,
  ...(group.latestFireAt === undefined ? [] : [group.latestFireAt]),
  ...(group.mailKnown === undefined ? [] : [group.mailKnown.runId, group.mailKnown.mail]),
  ...(group.locks === undefined ? [] : [plainArray(group.locks)]),
  ...group.rows.flatMap((rows) => rows.values()),
]
