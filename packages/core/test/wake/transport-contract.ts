// What every wake transport keeps. Given a transport whose messages can be awaited, and time that can be moved.
import { expect, test } from 'vitest'
import { newUuid } from '../../src/base/new-uuid.js'
import { readWakeMessage, type WakeMessage } from '../../src/wake/wake-message.js'
import { hopDelayMs, type WakeTransport } from '../../src/wake/wake-transport.js'

export interface TransportUnderTest extends AsyncDisposable {
  readonly transport: WakeTransport
  /** Messages that arrived and were handled. */
  readonly arrived: readonly WakeMessage[]
  /** Has time pass, and what is due arrive. */
  pass(ms: number): Promise<void>
  /** The next message to arrive isn't handled but fails. */
  failNext(): void
}

const message = (dueAt = '2026-03-01T09:00:00.000Z'): WakeMessage => ({
  id: newUuid(),
  taskQueue: 'invoices',
  runId: newUuid(),
  dueAt,
})

export const wakeTransportContract = (open: () => Promise<TransportUnderTest>): void => {
  test('a message arrives as it was sent, not before its delay, and once', async () => {
    await using under = await open()
    const sent = message()
    await under.transport.send(sent, hopDelayMs(under.transport, 90_000))
    await under.pass(89_000)
    expect(under.arrived).toEqual([])
    await under.pass(1_000)
    expect(under.arrived).toEqual([sent])
    expect(readWakeMessage(JSON.stringify(under.arrived[0]))).toEqual(sent)
    await under.pass(200_000)
    expect(under.arrived).toHaveLength(1)
  })

  test('a message without a delay arrives at once', async () => {
    await using under = await open()
    await under.transport.send(message(), 0)
    await under.pass(0)
    expect(under.arrived).toHaveLength(1)
  })

  test('the longest delay is taken, and a longer one refused', async () => {
    await using under = await open()
    const { transport } = under
    const longest = hopDelayMs(transport, Number.MAX_SAFE_INTEGER)
    expect(longest).toBeLessThanOrEqual(transport.maxDelayMs)
    await transport.send(message(), longest)
    await expect(transport.send(message(), longest + (transport.granularityMs ?? 1))).rejects.toThrow()
    await under.pass(longest)
    expect(under.arrived).toHaveLength(1)
  })

  test('a message whose handling fails arrives again', async () => {
    await using under = await open()
    const sent = message()
    under.failNext()
    await under.transport.send(sent, 0)
    await under.pass(0)
    expect(under.arrived).toEqual([])
    await under.pass(60_000)
    expect(under.arrived).toEqual([sent])
  })
}
