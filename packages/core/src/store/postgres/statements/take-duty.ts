// Takes or renews a duty. Two that ask at once meet at the row, and the later sees what the first made of it.
import type { DutyRequest } from '../../expired-runs.js'
import type { SqlValue, Statement } from '../driver/sql-driver.js'

/** Answers a row when the duty is the holder's. */
export const takeDutyStatement = (s: string): Statement => ({
  name: 'take-duty',
  text: `
insert into ${s}.duties as d (name, holder, held_until)
values ($1::text, $2::text, ${s}.now() + $3::float8 * interval '1 millisecond')
on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
where d.holder = excluded.holder or d.held_until < ${s}.now()
returning d.name`,
})

export const takeDutyValues = ({ name, holder, forMs }: DutyRequest): readonly SqlValue[] => [name, holder, forMs]
