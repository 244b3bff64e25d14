// Stacks of failures as they are recorded: in the author's positions. Replay compares failures without their stacks.
import type { Turn } from '../engine/turn.js'
import type { StackMapper } from './stack-mapper.js'

export const mapTurnStacks = (turn: Turn, mapper: StackMapper): Turn => {
  const { closing, events } = turn
  if (closing?.type !== 'failed') return turn
  return {
    ...turn,
    events: events.map((event) =>
      event.type === 'RunFailed' ? { ...event, data: mapper.mapStack(event.data) } : event,
    ),
    closing: { ...closing, failure: mapper.mapStack(closing.failure) },
  }
}
