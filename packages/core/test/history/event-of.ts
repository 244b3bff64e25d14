import type { EventDataByType } from '../../src/history/event-data.js'
import type { EventType } from '../../src/history/event-type.js'
import type { HistoryEvent } from '../../src/history/history-event.js'

/** A history event with typed data. */
export const eventOf = <T extends EventType>(
  seq: number,
  type: T,
  data: EventDataByType[T],
  recordedAt = 1_000 * seq,
): HistoryEvent => ({ seq, type, recordedAt, data: JSON.stringify(data) })

export const started = eventOf(1, 'RunStarted', {
  runId: 'r1',
  workflowId: 'w1',
  workflowType: 'test',
  taskQueue: 'default',
  bundle: 'b1',
  flags: [],
  args: [],
})

export const activityOptions = {
  priority: 3,
  startToCloseMs: 600_000,
  retry: {
    initialIntervalMs: 1_000,
    backoffCoefficient: 2,
    maximumIntervalMs: 100_000,
    maximumAttempts: 0,
    nonRetryableErrors: [],
  },
}
