// Leaves an operator's message, and with it, if it is accepted, its record: in one transaction.
import type { OperatorMessage } from '../operation.js'
import type { SqlRow, SqlRunner } from './driver/sql-driver.js'
import type { Statements } from './statements.js'
import { recordOperationValues } from './statements/operations.js'
import { sendMessagesValues, sentMail } from './statements/send-messages.js'

/** Answers the rows of the message. */
export const operate = async (
  connection: SqlRunner,
  statements: Statements,
  message: OperatorMessage,
): Promise<readonly SqlRow[]> => {
  const sent = await connection.run(statements.sendMessages, sendMessagesValues([message]))
  const [outcome] = sentMail([message], sent).outcomes
  if (outcome?.type === 'sent') await connection.run(statements.recordOperation, recordOperationValues(message))
  return sent
}
