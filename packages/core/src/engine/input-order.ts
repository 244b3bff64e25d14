// Which of a run's inputs go together, and which end it without its code.
import { isMessage } from './input.js'
import type { Input, MessageInput } from './input.js'
import type { StartedTimer } from './open-timers.js'

export const endsWithoutCode = ({ type }: Input): boolean => type === 'terminate' || type === 'run-timeout'

/** What a paused run still hears: who resumes it or ends it. A cancellation wins over a pause. */
export const endsPause = (input: Input): boolean =>
  input.type === 'resume' || input.type === 'cancel' || endsWithoutCode(input)

export const endsBeforeStart = ({ type }: Input): boolean => type === 'terminate' || type === 'cancel'

/** The messages from `first` on that were accepted before anything else happened: before `timer`, if it is due. */
export const acceptedTogether = (
  inputs: readonly Input[],
  first: number,
  timer: StartedTimer | undefined,
): readonly MessageInput[] => {
  const together: MessageInput[] = []
  for (let at = first; at < inputs.length; at += 1) {
    const input = inputs[at]
    if (input === undefined || !isMessage(input) || (timer !== undefined && timer.fireAt <= input.receivedAt)) break
    together.push(input)
  }
  return together
}
