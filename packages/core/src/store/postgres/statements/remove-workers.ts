// Removes the workers that an embedded database still names when its first user opens it. One process has it at a time,
// so they died with the last one, and their runs needn't wait for their leases.
import type { Statement } from '../driver/sql-driver.js'

export const removeWorkersStatement = (schema: string): Statement => ({
  name: 'remove-workers',
  text: `delete from ${schema}.workers`,
})
