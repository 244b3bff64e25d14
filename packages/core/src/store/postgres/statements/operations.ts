// The record of what operators asked of runs, written in the transaction of the message.
import type { OperationAction, OperationRecord, OperatorMessage } from '../../operation.js'
import type { SqlRow, SqlValue, Statement } from '../driver/sql-driver.js'

export const recordOperationStatement = (s: string): Statement => ({
  name: 'record-operation',
  text: `
insert into ${s}.operations (run_id, accepted_at, action, reason, operator, details)
values ($1::uuid, ${s}.now(), $2::text, $3::text, $4::text, $5::json)`,
})

export const recordOperationValues = ({ runId, operation, data }: OperatorMessage): readonly SqlValue[] => [
  runId,
  operation.action,
  operation.reason ?? null,
  operation.by ?? null,
  data,
]

export const readOperationsStatement = (s: string): Statement => ({
  name: 'read-operations',
  text: `
select ${s}.to_ms(accepted_at), action, reason, operator, details::text from ${s}.operations
where run_id = $1::uuid order by position limit 1000`,
})

export const operationRecord = ([acceptedAt, action, reason, by, details]: SqlRow): OperationRecord => ({
  acceptedAt: Number(acceptedAt),
  action: action as OperationAction,
  ...(reason != null && { reason }),
  ...(by != null && { by }),
  details: details as string,
})
