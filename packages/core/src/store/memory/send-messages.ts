// Leaves messages in inboxes of the memory store, and wakes parked runs.
import type { OutgoingMessage, SendOutcome } from '../message.js'
import type { MemoryTables, TaskRow } from './memory-tables.js'

export const sendMessage = (tables: MemoryTables, message: OutgoingMessage, now: number): SendOutcome => {
  const { runId, kind, key, data } = message
  const task = tables.tasks.get(runId)
  if (task === undefined) return { type: 'not-open' }
  if (key !== undefined) {
    let keys = tables.mailKeys.get(runId)
    if (keys === undefined) tables.mailKeys.set(runId, (keys = new Set()))
    if (keys.has(key)) return { type: 'duplicate' }
    keys.add(key)
  }
  task.mail += 1
  const row = { runId, mail: task.mail, kind, receivedAt: now, data, ...(key !== undefined && { key }) }
  const inbox = tables.inboxes.get(runId)
  if (inbox === undefined) tables.inboxes.set(runId, [row])
  else inbox.push(row)
  if (task.owner === null && isWokenBy(task, kind)) task.wakeAt = Math.min(task.wakeAt ?? now, now)
  return { type: 'sent', mail: task.mail }
}

/** A run held before its start and a blocked run keep their times; only a terminate hastens them, or a cancel
 * the run that hasn't started. */
const isWokenBy = (task: TaskRow, kind: OutgoingMessage['kind']): boolean =>
  kind === 'terminate' ||
  kind === 'reset' ||
  ((kind === 'cancel' || kind === 'resume') && task.seq === 0) ||
  (task.seq !== 0 && task.blockedAttempts === 0)
