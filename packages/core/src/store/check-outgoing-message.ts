// Refuses a message that no store could hold.
import { InvalidOptionError } from '../base/invalid-option-error.js'
import { isUuid } from '../base/uuid-v7.js'
import { checkStoredId } from './check-run-start.js'
import type { OutgoingMessage } from './message.js'

export const checkOutgoingMessage = ({ runId, key }: OutgoingMessage): void => {
  if (!isUuid(runId)) throw new InvalidOptionError('runId', 'a UUID', runId)
  if (key !== undefined) checkStoredId('key', key)
}
