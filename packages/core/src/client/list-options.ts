// What `client.list` takes, checked, and the page that it answers.
import { checkOptionNames } from '../base/check-option-names.js'
import { closestName } from '../base/closest-name.js'
import { validateId } from '../base/id.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { closedRunStatuses, openRunStatuses, type RunQuery, type RunStatus } from '../store/run-record.js'
import type { RunDescription } from './run-description.js'

export interface ListOptions {
  readonly workflowType?: string | undefined
  readonly workflowId?: string | undefined
  readonly status?: RunStatus | undefined
  /**
   * Runs in a page, 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined
  /** The `next` of the page before. */
  readonly after?: string | undefined
}

/** Runs, newest first. */
export interface ListPage {
  readonly runs: readonly RunDescription[]
  /** Pass it as `after` for the page that follows; absent on the last page. */
  readonly next?: string
}

const defaultLimit = 100
const statuses: readonly RunStatus[] = [...openRunStatuses, ...closedRunStatuses]

/** @throws InvalidOptionError; what `limit` and `after` may be, the store checks */
export const readListOptions = (passed: unknown): RunQuery => {
  const names = ['workflowType', 'workflowId', 'status', 'limit', 'after'] as const
  const { workflowType, workflowId, status, limit, after } = checkOptionNames('client.list', passed, names)
  return {
    ...(workflowType !== undefined && { workflowType: validateId('workflowType', workflowType) }),
    ...(workflowId !== undefined && { workflowId: validateId('workflowId', workflowId) }),
    ...(status !== undefined && { status: readStatus(status) }),
    limit: limit === undefined ? defaultLimit : (limit as number),
    ...(after !== undefined && { after: after as string }),
  }
}

const readStatus = (status: unknown): RunStatus => {
  const known = statuses.find((candidate) => candidate === status)
  if (known !== undefined) return known
  const meant = typeof status === 'string' ? closestName(status, statuses) : undefined
  throw new InvalidOptionError('status', `one of ${statuses.join(', ')}`, status, meant && `Did you mean ${meant}?`)
}
