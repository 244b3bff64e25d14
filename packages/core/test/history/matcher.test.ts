import { describe, expect, test } from 'vitest'
import type { ArgumentDifference } from '../../src/history/argument-difference.js'
import type { Command } from '../../src/history/command.js'
import type { EventDataByType } from '../../src/history/event-data.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import { matchCommands } from '../../src/history/matcher.js'
import type { Mismatch } from '../../src/history/matcher.js'
import { splitDeliveries } from '../../src/history/split-deliveries.js'
import { activityOptions, eventOf, started } from './event-of.js'

const command = (type: Command['type'], data: object): Command => ({ type, data: JSON.stringify(data) })

const match = (
  outputs: readonly HistoryEvent[],
  commands: readonly Command[],
): { mismatch: Mismatch | undefined; differences: readonly ArgumentDifference[] } => {
  const [delivery] = splitDeliveries([started, ...outputs])
  if (delivery === undefined) throw new Error('no delivery')
  const differences: ArgumentDifference[] = []
  return { mismatch: matchCommands(delivery, commands, differences), differences }
}

const send: EventDataByType['ActivityScheduled'] = {
  activityId: '1',
  name: 'email.send',
  args: [{ to: 'a@example.com', urgent: true }],
  options: activityOptions,
}
const nap: EventDataByType['TimerStarted'] = {
  timerId: 'nap',
  kind: 'sleep',
  durationMs: 1_000,
  fireAt: '2026-01-01T00:00:01.000Z',
}

describe('matchCommands', () => {
  test('accepts equal texts', () => {
    const outputs = [eventOf(2, 'ActivityScheduled', send), eventOf(3, 'TimerStarted', nap)]
    const commands = [command('ScheduleActivity', send), command('StartTimer', nap)]
    expect(match(outputs, commands)).toEqual({ mismatch: undefined, differences: [] })
  })

  test('accepts another order of keys', () => {
    const { activityId, name, args, options } = send
    const commands = [command('ScheduleActivity', { options, args, name, activityId })]
    expect(match([eventOf(2, 'ActivityScheduled', send)], commands)).toEqual({ mismatch: undefined, differences: [] })
  })

  // TRAPS 33
  test('collects a difference in arguments or options with its paths', () => {
    const produced = {
      ...send,
      args: [{ to: 'b@example.com', urgent: true }],
      options: { ...activityOptions, startToCloseMs: 5, retry: { ...activityOptions.retry, maximumAttempts: 2 } },
    }
    const { mismatch, differences } = match(
      [eventOf(2, 'ActivityScheduled', send)],
      [command('ScheduleActivity', produced)],
    )
    expect(mismatch).toBeUndefined()
    expect(differences).toEqual([
      {
        seq: 2,
        event: 'ActivityScheduled',
        step: 'ActivityScheduled, activity "email.send" (1)',
        paths: ['args[0].to', 'options.startToCloseMs', 'options.retry.maximumAttempts'],
        recorded: JSON.stringify(send),
        produced: JSON.stringify(produced),
      },
    ])
  })

  // TRAPS 6
  test('takes a timer of the same id with another duration for the same timer', () => {
    const { mismatch, differences } = match(
      [eventOf(2, 'TimerStarted', nap)],
      [command('StartTimer', { ...nap, durationMs: 2_000, fireAt: '2026-01-01T00:00:02.000Z' })],
    )
    expect(mismatch).toBeUndefined()
    expect(differences.map(({ paths }) => paths)).toEqual([['durationMs', 'fireAt']])
  })

  // TRAPS 32
  test.each<[string, HistoryEvent, Command, string, string]>([
    [
      'kind',
      eventOf(2, 'TimerStarted', nap),
      command('ScheduleActivity', send),
      'TimerStarted, sleep "nap"',
      'ActivityScheduled, activity "email.send" (1)',
    ],
    [
      'timer id',
      eventOf(2, 'TimerStarted', nap),
      command('StartTimer', { ...nap, timerId: 'doze' }),
      'TimerStarted, sleep "nap"',
      'TimerStarted, sleep "doze"',
    ],
    [
      'activity name',
      eventOf(2, 'ActivityScheduled', send),
      command('ScheduleActivity', { ...send, name: 'email.drop' }),
      'ActivityScheduled, activity "email.send" (1)',
      'ActivityScheduled, activity "email.drop" (1)',
    ],
    [
      'activity id',
      eventOf(2, 'ActivityScheduled', send),
      command('ScheduleActivity', { ...send, activityId: '2' }),
      'ActivityScheduled, activity "email.send" (1)',
      'ActivityScheduled, activity "email.send" (2)',
    ],
    [
      'cancelled timer',
      eventOf(2, 'TimerCancelled', { timerId: 'a' }),
      command('CancelTimer', { timerId: 'b' }),
      'TimerCancelled, cancellation of timer "a"',
      'TimerCancelled, cancellation of timer "b"',
    ],
    [
      'side effect id',
      eventOf(2, 'SideEffectRecorded', { sideEffectId: 'a', value: 1 }),
      command('RecordSideEffect', { sideEffectId: 'b' }),
      'SideEffectRecorded, side effect "a"',
      'SideEffectRecorded, side effect "b"',
    ],
    [
      'end',
      eventOf(2, 'RunCompleted', { result: 1 }),
      command('FailRun', { failure: { type: 'TypeError', message: 'no' } }),
      'RunCompleted, the end of the run with a result',
      'RunFailed, the end of the run with TypeError: no',
    ],
  ])('finds another %s and names both sides', (_, output, produced, recordedText, producedText) => {
    expect(match([output], [produced]).mismatch).toEqual({
      seq: 2,
      recorded: recordedText,
      produced: producedText,
      command: 0,
    })
  })

  test('finds recorded outputs that the code no longer asks for', () => {
    const outputs = [eventOf(2, 'TimerStarted', nap), eventOf(3, 'ActivityScheduled', send)]
    expect(match(outputs, [command('StartTimer', nap)]).mismatch).toEqual({
      seq: 3,
      recorded: 'ActivityScheduled, activity "email.send" (1)',
    })
  })

  test('finds commands beyond the recorded outputs', () => {
    const commands = [command('StartTimer', nap), command('ScheduleActivity', send)]
    expect(match([eventOf(2, 'TimerStarted', nap)], commands).mismatch).toEqual({
      seq: 3,
      produced: 'ActivityScheduled, activity "email.send" (1)',
      command: 1,
    })
  })

  test('needs no command for a failure that was charged to the run', () => {
    const failure = { type: 'Error', message: 'floating' }
    expect(match([eventOf(2, 'RunFailed', { failure, unhandled: true })], []).mismatch).toBeUndefined()
    expect(match([eventOf(2, 'RunFailed', { failure })], []).mismatch?.seq).toBe(2)
  })

  test('leaves stacks out of the comparison of failures', () => {
    const failure = {
      type: 'Error',
      message: 'no',
      stack: 'at a:1',
      cause: { type: 'Error', message: 'c', stack: 'x' },
    }
    const moved = { ...failure, stack: 'at a:2', cause: { ...failure.cause, stack: 'y' } }
    const outputs = [eventOf(2, 'RunFailed', { failure })]
    expect(match(outputs, [command('FailRun', { failure: moved })]).differences).toEqual([])
    const other = { failure: { ...failure, message: 'yes' } }
    expect(match(outputs, [command('FailRun', other)]).differences[0]?.paths).toEqual(['failure.message'])
  })
})
