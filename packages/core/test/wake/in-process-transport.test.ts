import { afterEach, describe, expect, test, vi } from 'vitest'
import { inProcessTransport } from '../../src/wake/in-process-transport.js'
import { type WakeMessage, wakeMessage } from '../../src/wake/wake-message.js'
import { ManualClock } from '../support/manual-clock.js'
import { wakeTransportContract } from './transport-contract.js'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const dayMs = 86_400_000

const open = async () => {
  const clock = new ManualClock()
  const arrived: WakeMessage[] = []
  let fails = false
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const transport = inProcessTransport({
    clock,
    onMessage: async (message) => {
      if (fails) {
        fails = false
        throw new Error('The database is away.')
      }
      arrived.push(message)
    },
  })
  return {
    clock,
    transport,
    arrived,
    pass: async (ms: number) => {
      clock.advance(ms)
      await settle()
    },
    failNext: () => (fails = true),
    [Symbol.asyncDispose]: async () => transport.close(),
  }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the in-process transport', () => {
  wakeTransportContract(open)

  test('a message that failed is tried again later and later', async () => {
    await using under = await open()
    const { clock, transport } = under
    under.failNext()
    await transport.send(wakeMessage('default', 0), 10)
    await under.pass(10)
    under.failNext()
    await under.pass(1_000)
    expect(process.emitWarning).toHaveBeenLastCalledWith(
      expect.stringMatching(/"default" wasn’t handled and arrives again in 2 s: Error: The database is away/),
      { type: 'FoliotWarning', code: 'FOLIOT_WAKE_NOT_HANDLED' },
    )
    await under.pass(1_999)
    expect([under.arrived.length, transport.pending]).toEqual([0, 1])
    await under.pass(1)
    expect([under.arrived.length, transport.pending, clock.pending]).toEqual([1, 0, 0])
  })

  test('a closed one brings nothing and takes nothing', async () => {
    await using under = await open()
    await under.transport.send(wakeMessage('default', 0), 10)
    under.transport.close()
    await under.pass(1_000)
    expect(under.arrived).toEqual([])
    await expect(under.transport.send(wakeMessage('default', 0), 10)).rejects.toThrow('closed')
  })

  test.each([25, 60, 400])(
    'one that takes long delays brings a message after %i days of process timers',
    async (days) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      const arrived: WakeMessage[] = []
      using transport = inProcessTransport({
        maxDelayMs: 1_000 * dayMs,
        onMessage: (message) => arrived.push(message),
      })
      await transport.send(wakeMessage('default', 0), days * dayMs)
      vi.advanceTimersByTime(days * dayMs - 1)
      expect(arrived).toHaveLength(0)
      vi.advanceTimersByTime(1)
      expect(arrived).toHaveLength(1)
    },
  )

  test('options that can’t be are refused', () => {
    const onMessage = () => {}
    expect(() => inProcessTransport({ onMessage, maxDelayMs: 0 })).toThrow(/maxDelayMs: Expected a finite number of at/)
    expect(() => inProcessTransport({ onMessage, maxDelayMs: Infinity })).toThrow(
      /maxDelayMs: Expected a finite number/,
    )
    expect(() => inProcessTransport({} as never)).toThrow('onMessage: Expected a function, got undefined.')
    expect(() => inProcessTransport({ onMessage, onMesage: onMessage } as never)).toThrow('onMessage')
  })
})
