// Refuses a query for runs that no store could answer.
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { isUuid } from '../base/uuid-v7.js'
import { closedRunStatuses, openRunStatuses, type RunQuery } from './run-record.js'

const maxLimit = 1_000

export const checkRunQuery = ({ limit, after, status }: RunQuery): void => {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw new InvalidOptionError(
      'limit',
      `a whole number from 1 to ${maxLimit}`,
      limit,
      'Read further pages with `after`.',
    )
  }
  if (after !== undefined && !isUuid(after)) {
    throw new InvalidOptionError('after', 'the `next` of a page that was read before', after)
  }
  const statuses: readonly string[] = [...openRunStatuses, ...closedRunStatuses]
  if (status !== undefined && !statuses.includes(status)) {
    throw new InvalidOptionError('status', `one of ${statuses.join(', ')}`, status)
  }
}
