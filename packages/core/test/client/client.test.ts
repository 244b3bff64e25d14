import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'
import { systemClock } from '../../src/base/system-clock.js'
import { ClientClosedError } from '../../src/client/client-closed-error.js'
import { createClient } from '../../src/client/create-client.js'
import { UnknownBundleError } from '../../src/store/unknown-bundle-error.js'
import { clientOnMemory, collect, errorOf, noRun } from './client-on-memory.js'
import { bundleOf } from './hand-worker.js'

type Setup = Awaited<ReturnType<typeof clientOnMemory>>
let store: Setup['store']
let client: Setup['client']
let worker: Setup['worker']
let startClaimed: Setup['startClaimed']

beforeEach(async () => {
  ;({ store, client, worker, startClaimed } = await clientOnMemory())
})

afterEach(async () => {
  await client.close()
})

describe('client.list', () => {
  test('pages through runs, newest first', async () => {
    for (let i = 0; i < 25; i++) await client.start('onboarding', { workflowId: `user-${i}` })
    await client.start('billing', { workflowId: 'bill' })
    const first = await client.list({ workflowType: 'onboarding', limit: 10 })
    expect(first.runs.map(({ workflowId }) => workflowId).slice(0, 2)).toEqual(['user-24', 'user-23'])
    const second = await client.list({ workflowType: 'onboarding', limit: 10, after: first.next })
    expect(second.runs[0]?.workflowId).toBe('user-14')
    const all: string[] = []
    for await (const { workflowId } of client.listAll({ workflowType: 'onboarding', limit: 10 })) all.push(workflowId)
    expect(all).toEqual(Array.from({ length: 25 }, (_, i) => `user-${24 - i}`))
  })

  test('finds runs by status and workflow id', async () => {
    const run = await startClaimed()
    await worker.begin(run.runId)
    await client.start('billing', { workflowId: 'bill' })
    expect((await client.list({ status: 'running' })).runs.map(({ runId }) => runId)).toEqual([run.runId])
    expect((await client.list({ workflowId: 'bill' })).runs).toHaveLength(1)
    expect((await client.list({ status: 'completed' })).runs).toEqual([])
  })

  test('refuses a query that means nothing', async () => {
    expect(await errorOf(client.list({ limit: 0 }))).toBeInstanceOf(InvalidOptionError)
    // @ts-expect-error: no such status
    expect(await errorOf(client.list({ status: 'runing' }))).toMatchObject({
      message: expect.stringContaining('Did you mean running?'),
    })
    // @ts-expect-error: no such option
    expect(() => client.listAll({ type: 'onboarding' })).toThrow(InvalidOptionError)
  })
})

describe('client.bundles', () => {
  test('makes a new bundle current, and goes back only when told', async () => {
    const first = bundleOf(['onboarding', 'billing'])
    const second = bundleOf(['onboarding', 'billing'], '{"version":3}')
    expect(await client.bundles.register(second)).toMatchObject({ isNew: true })
    expect(await client.bundles.register(first)).toEqual({ isNew: false, changes: [] })
    expect(await client.bundles.setCurrent(first.hash, ['billing'])).toEqual([
      { workflowType: 'billing', from: second.hash, to: first.hash },
    ])
  })

  test('refuses bundles that aren’t whole, and hashes of none', async () => {
    const bundle = { ...bundleOf(['onboarding']), code: 'other' }
    expect(await errorOf(client.bundles.register(bundle))).toMatchObject({ code: 'FOLIOT_BUNDLE_CORRUPT' })
    expect(await errorOf(client.bundles.setCurrent('abc'))).toBeInstanceOf(InvalidOptionError)
    expect(await errorOf(client.bundles.setCurrent('0'.repeat(64)))).toBeInstanceOf(UnknownBundleError)
  })
})

describe('client.close', () => {
  test('ends waits and refuses calls', async () => {
    const run = await startClaimed()
    const result = errorOf(run.result())
    const watch = errorOf(collect(run.watch()))
    await new Promise((resolve) => setTimeout(resolve, 10))
    await Promise.all([client.close(), client.close()])
    expect(await result).toBeInstanceOf(ClientClosedError)
    expect(await watch).toBeInstanceOf(ClientClosedError)
    expect(await errorOf(run.result())).toBeInstanceOf(ClientClosedError)
    expect(await errorOf(run.describe())).toBeInstanceOf(ClientClosedError)
    expect(await errorOf(client.start('onboarding', { workflowId: 'b' }))).toBeInstanceOf(ClientClosedError)
    expect(() => client.run(run.runId)).toThrow(ClientClosedError)
    expect(await errorOf(client.list())).toBeInstanceOf(ClientClosedError)
  })

  test('leaves a store open that isn’t its own', async () => {
    await client[Symbol.asyncDispose]()
    expect((await store.describeRuns([{ runId: noRun }]))[0]).toBeUndefined()
    const next = createClient({ store, clock: systemClock })
    await next.start('onboarding', { workflowId: 'later' })
    await next.close()
  })
})
