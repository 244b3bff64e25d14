import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/history/command.js'
import { readAnswer, writeAnswer } from '../../src/workflow/answer-text.js'

const command: fc.Arbitrary<Command> = fc.record({
  type: fc.constantFrom('StartTimer', 'ScheduleActivity', 'CompleteRun'),
  data: fc.json(),
})

describe('the text of an answer', () => {
  test('reads as what was written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(command, fc.string({ unit: 'binary' }))), (entries) => {
        const commands = entries.map(([each]) => each)
        const stacks = entries.map(([, stack]) => stack)
        expect(readAnswer(writeAnswer({ commands }))).toEqual({ commands, stacks: [] })
        expect(readAnswer(writeAnswer({ commands, stacks }))).toEqual({ commands, stacks })
      }),
    )
  })

  test.each(['{}', 'StartTimer', 'StartTimer {}', '\n'])('is refused when cut off or something else: %j', (text) => {
    expect(() => readAnswer(text)).toThrow(SyntaxError)
  })
})
