// A worker that isn't always on, an SQS queue and a client of Amazon's: from the start of a run to its end.
import { SQSClient } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import { systemClock } from '../../core/src/base/system-clock.js'
import { Client } from '../../core/src/client/client.js'
import { wakingStore } from '../../core/src/client/waking-store.js'
import { Run, Workflow, sleep } from '../../core/src/public/workflow.js'
import { MemoryStore } from '../../core/src/store/memory/memory-store.js'
import { Wake } from '../../core/src/worker/wake.js'
import { Worker } from '../../core/src/worker/worker.js'
import { InProcessHost, testBundle } from '../../core/test/worker/in-process-host.js'
import { until } from '../../core/test/worker/in-process-worker.js'
import { receiveWakes } from '../src/receive-wakes.js'
import { sqsTransport } from '../src/sqs-transport.js'
import { SqsServer } from './support/sqs-server.js'

@Workflow('relay-sleeper')
class Sleeper {
  @Run() async run() {
    await sleep('2 hours')
    return 'woken'
  }
}

test('a run sleeps for two hours on eight messages of 900 s', async () => {
  let ahead = 0
  const store = new MemoryStore({ now: () => performance.timeOrigin + performance.now() + ahead })
  const bundle = testBundle('relay', 'relay-sleeper')
  await store.registerBundle(bundle)
  await using server = await SqsServer.start()
  const sqs = new SQSClient({
    endpoint: server.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  })
  const transport = sqsTransport({ queueUrl: server.queueUrl, client: sqs })
  await using worker = new Worker({
    store,
    sandbox: new InProcessHost(),
    clock: systemClock,
    bundle,
    functions: new Map(),
    taskQueues: ['default'],
    maxConcurrentActivities: 10,
    limits: { perClaim: 10, active: 20, owned: 100 },
    maxCommitGroup: 10,
    leaseMs: 15_000,
    shutdownGraceMs: 100,
    host: 'test',
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    ownsParts: false,
  })
  const wake = Wake.create({ worker, transport })
  const outcomes: string[] = []
  const ending = new AbortController()
  const receiving = receiveWakes({
    queueUrl: server.queueUrl,
    client: sqs,
    signal: ending.signal,
    onMessage: async (message) => outcomes.push((await wake.receive(message)).type),
  })
  await using client = new Client({ store: wakingStore(store, transport), clock: systemClock, ownsStore: false })

  const run = await client.start(Sleeper, { workflowId: 'relay' })
  for (let hop = 0; hop < 8; hop++) {
    // The one before was handled, deleted, and sent on.
    await until(() => outcomes.length === hop + 1 && server.waiting > 0 && server.size === 1)
    ahead += 900_000
    server.advance(900_000)
  }
  expect(await run.result()).toBe('woken')
  await until(() => outcomes.length === 9 && server.waiting > 0)
  expect(outcomes).toEqual(['drained', ...Array.from({ length: 7 }, () => 'early'), 'drained'])
  const delays = server.sent.map(({ delaySeconds }) => delaySeconds)
  expect(delays.slice(0, 8)).toEqual([0, ...Array.from({ length: 7 }, () => 900)])
  // What the test itself took is gone from the last.
  expect(delays[8]).toBeLessThanOrEqual(900)
  expect(new Set(server.sent.map(({ body }) => body)).size).toBe(9)
  expect(server.size).toBe(0)
  ending.abort()
  await receiving
  sqs.destroy()
})
