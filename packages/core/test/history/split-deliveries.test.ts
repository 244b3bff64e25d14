import { describe, expect, test } from 'vitest'
import { DamagedHistoryError } from '../../src/history/damaged-history-error.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import { splitDeliveries } from '../../src/history/split-deliveries.js'
import { UnknownEventError } from '../../src/history/unknown-event-error.js'
import { eventOf, started } from './event-of.js'

const timer = (seq: number, timerId: string) =>
  eventOf(seq, 'TimerStarted', { timerId, kind: 'sleep', fireAt: '2026-01-01T00:00:00.000Z' })
const fired = (seq: number, timerId: string) => eventOf(seq, 'TimerFired', { timerId })

describe('splitDeliveries', () => {
  test('gives each input the outputs that follow it, and leaves facts out', () => {
    const history = [
      started,
      timer(2, 'a'),
      timer(3, 'b'),
      eventOf(4, 'RunRepinned', { fromBundle: 'b1', toBundle: 'b2' }),
      fired(5, 'a'),
      fired(6, 'b'),
      eventOf(7, 'RunCompleted', { result: null }),
    ]
    const deliveries = splitDeliveries(history).map(({ inputs, outputs }) => [
      inputs[0].seq,
      outputs.map((output) => output.seq),
    ])
    expect(deliveries).toEqual([
      [1, [2, 3]],
      [5, []],
      [6, [7]],
    ])
  })

  test('refuses an event type of a newer version by number and name', () => {
    const history = [started, { ...fired(2, 'a'), type: 'WebhookReceived' as HistoryEvent['type'] }]
    expect(() => splitDeliveries(history)).toThrow(UnknownEventError)
    expect(() => splitDeliveries(history)).toThrow(/Event 2 .*"WebhookReceived".*newer/)
  })

  test('refuses a gap', () => {
    expect(() => splitDeliveries([started, fired(3, 'a')])).toThrow(DamagedHistoryError)
    expect(() => splitDeliveries([started, fired(3, 'a')])).toThrow(/event 2/)
  })

  test('refuses an output that answers nothing', () => {
    expect(() => splitDeliveries([timer(1, 'a')])).toThrow(/TimerStarted answers no input/)
  })
})
