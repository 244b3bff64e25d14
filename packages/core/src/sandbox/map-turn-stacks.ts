// Stacks of failures as they are recorded: in the author's positions. Replay compares failures without their stacks.
import type { Turn } from '../engine/turn.js'
import type { HistoryEvent } from '../history/history-event.js'
import type { StackMapper } from './stack-mapper.js'

const mayHaveStack = ({ type, data }: HistoryEvent): boolean =>
  type === 'RunFailed' || (type === 'UpdateCompleted' && data.includes('"failure":'))

export const mapTurnStacks = (turn: Turn, mapper: StackMapper): Turn => {
  const { closing, events } = turn
  if (!events.some(mayHaveStack)) return turn
  const mapped = events.map((event) => (mayHaveStack(event) ? { ...event, data: mapper.mapStack(event.data) } : event))
  if (closing?.type !== 'failed') return { ...turn, events: mapped }
  return { ...turn, events: mapped, closing: { ...closing, failure: mapper.mapStack(closing.failure) } }
}
