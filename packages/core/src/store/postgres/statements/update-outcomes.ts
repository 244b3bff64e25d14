// What became of updates: by the primary key, for clients that wait for an answer.
import type { Statement } from '../driver/sql-driver.js'

export const readUpdateOutcomesStatement = (s: string): Statement => ({
  name: 'read-update-outcomes',
  text: `select update_id, outcome from ${s}.update_outcomes where run_id = $1::uuid and update_id = any($2::text[])`,
})
