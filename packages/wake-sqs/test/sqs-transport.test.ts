import { SQSClient } from '@aws-sdk/client-sqs'
import type { WakeMessage } from '@foliot/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { wakeTransportContract } from '../../core/test/wake/transport-contract.js'
import { receiveWakes } from '../src/receive-wakes.js'
import { sqsTransport } from '../src/sqs-transport.js'
import { wakesOfSqsEvent } from '../src/wakes-of-sqs-event.js'
import { SqsServer } from './support/sqs-server.js'

const wake: WakeMessage = {
  id: 'a-message',
  taskQueue: 'default',
  dueAt: '2026-03-01T09:00:00.000Z',
}

const clientOf = (endpoint: string): SQSClient =>
  new SQSClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  })

const until = async (holds: () => boolean): Promise<void> => {
  for (const end = performance.now() + 10_000; !holds();) {
    if (performance.now() > end) throw new Error('It never came to be so.')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** The real client, a server that speaks SQS's protocol, and a receiver. */
const open = async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const server = await SqsServer.start()
  const client = clientOf(server.endpoint)
  const { queueUrl } = server
  const arrived: WakeMessage[] = []
  const ending = new AbortController()
  let fails = false
  const receiving = receiveWakes({
    queueUrl,
    client,
    signal: ending.signal,
    onMessage: (message) => {
      if (fails) {
        fails = false
        throw new Error('The database is away.')
      }
      arrived.push(message)
    },
  })
  return {
    server,
    transport: sqsTransport({ queueUrl, client }),
    arrived,
    /** What is due has arrived when the receiver waits again. */
    pass: async (ms: number) => {
      await until(() => server.waiting > 0)
      server.advance(ms)
      await new Promise((resolve) => setTimeout(resolve, 5))
      await until(() => server.waiting > 0)
    },
    failNext: () => (fails = true),
    stop: async () => {
      ending.abort()
      await receiving
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort()
      await receiving
      client.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the SQS transport', () => {
  wakeTransportContract(open)

  test('a delay goes as whole seconds, rounded up', async () => {
    await using server = await SqsServer.start()
    const client = clientOf(server.endpoint)
    const transport = sqsTransport({ queueUrl: server.queueUrl, client })
    for (const delayMs of [0, 1, 1_000, 1_001, 900_000]) await transport.send(wake, delayMs)
    expect(server.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 1, 1, 2, 900])
    expect(JSON.parse(server.sent[0]!.body)).toEqual(wake)
    expect([transport.maxDelayMs, transport.granularityMs]).toEqual([900_000, 1_000])
    await expect(transport.send(wake, 900_001)).rejects.toThrow('delayMs: Expected 0 to 900000 ms, got 900001.')
    client.destroy()
  })

  test('what the queue refuses rejects', async () => {
    await using server = await SqsServer.start()
    const client = clientOf(server.endpoint)
    const transport = sqsTransport({ queueUrl: `${server.endpoint}/000000000000/other`, client })
    await expect(transport.send(wake, 0)).rejects.toThrow('The queue does not exist.')
    client.destroy()
  })

  test('a region and an endpoint make a client', async () => {
    await using server = await SqsServer.start()
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'none')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'none')
    const { queueUrl, endpoint } = server
    await sqsTransport({ queueUrl, endpoint, region: 'eu-central-1' }).send(wake, 0)
    expect(server.size).toBe(1)
    vi.unstubAllEnvs()
  })

  test.each([
    [{ queueUrl: 'wakes' }, 'queueUrl: Expected the URL of a queue, got "wakes".'],
    [{ queueUrl: 'https://sqs.eu-central-1.amazonaws.com/1/wakes.fifo' }, 'Expected the URL of a standard queue'],
    [{ queueUrl: 'https://q/1/w', client: {} }, 'client: Expected an SQSClient of @aws-sdk/client-sqs'],
    [
      { queueUrl: 'https://q/1/w', client: { send: () => {} }, region: 'x' },
      'region: Expected no region beside a client',
    ],
    [{ queueUrl: 'https://q/1/w', queue: 'w' }, 'queue: Expected no such option of sqsTransport'],
  ])('options that can’t be are refused (%#)', (options, complaint) => {
    expect(() => sqsTransport(options as never)).toThrow(complaint)
  })
})

describe('a receiver', () => {
  test('deletes what it handled, and only that', async () => {
    await using under = await open()
    under.server.put('no wake message')
    await under.pass(0)
    await under.transport.send(wake, 0)
    await under.pass(0)
    expect(under.arrived).toEqual([wake])
    expect(under.server.size).toBe(1)
    expect(process.emitWarning).toHaveBeenCalledWith(
      expect.stringMatching(/wasn’t handled, and comes again: .*JSON text/),
      {
        type: 'FoliotWarning',
        code: 'FOLIOT_WAKE_NOT_HANDLED',
      },
    )
  })

  test('goes on after the queue was away', async () => {
    await using under = await open()
    await until(() => under.server.waiting > 0)
    under.server.failures = 1
    await under.transport.send(wake, 0).catch(() => undefined)
    under.server.failures = 1
    under.server.put(JSON.stringify({ ...wake, id: 'first' }))
    under.server.put(JSON.stringify({ ...wake, id: 'second' }))
    // The first is handled and can't be deleted, so it comes again; nobody is harmed.
    await until(() => under.arrived.some(({ id }) => id === 'second'))
    await under.pass(30_000)
    expect(under.arrived.map(({ id }) => id)).toEqual(['first', 'second', 'first'])
    expect(under.server.size).toBe(0)
  })

  test('ends at once when its signal is aborted while it waits', async () => {
    await using under = await open()
    await until(() => under.server.waiting > 0)
    const before = performance.now()
    await under.stop()
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

describe('an SQS event', () => {
  test('holds wake messages', () => {
    expect(wakesOfSqsEvent({ Records: [{ messageId: '1', body: JSON.stringify(wake) }] })).toEqual([wake])
  })

  test('of another kind is refused', () => {
    expect(() => wakesOfSqsEvent({} as never)).toThrow('event: Expected an SQS event, which has Records, got')
    expect(() => wakesOfSqsEvent({ Records: [{ messageId: '1', body: '{}' }] })).toThrow('message.id: Expected')
  })
})
