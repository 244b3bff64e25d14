import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NotAWorkflowError } from '../../src/authoring/not-a-workflow-error.js'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'
import { UnknownWorkflowError } from '../../src/client/unknown-workflow-error.js'
import { WorkflowAlreadyOpenError } from '../../src/client/workflow-already-open-error.js'
import { WorkflowIdReuseRefusedError } from '../../src/client/workflow-id-reuse-refused-error.js'
import { UnencodableValueError } from '../../src/codec/unencodable-value-error.js'
import { clientOnMemory, errorOf } from './client-on-memory.js'

type Setup = Awaited<ReturnType<typeof clientOnMemory>>
let client: Setup['client']
let worker: Setup['worker']
let startClaimed: Setup['startClaimed']

beforeEach(async () => {
  ;({ client, worker, startClaimed } = await clientOnMemory())
})

afterEach(async () => {
  await client.close()
})

describe('client.start', () => {
  test('starts a run and hands out what names it', async () => {
    const run = await client.start('onboarding', { workflowId: 'user-42', args: [42, new Date(0)] })
    expect(run.workflowId).toBe('user-42')
    expect(await run.describe()).toMatchObject({
      runId: run.runId,
      workflowId: 'user-42',
      workflowType: 'onboarding',
      taskQueue: 'default',
      status: 'pending',
      args: [42, new Date(0)],
    })
  })

  test('starts many runs at once', async () => {
    const runs = await Promise.all(
      Array.from({ length: 200 }, (_, i) => client.start('onboarding', { workflowId: `user-${i}` })),
    )
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(200)
    const claimed = [...(await worker.claim()), ...(await worker.claim())]
    expect(claimed.sort()).toEqual(runs.map(({ runId }) => runId).sort())
  })

  test('holds a delayed run until its time', async () => {
    const run = await client.start('onboarding', { workflowId: 'a', delay: '400 days' })
    expect(await worker.claim()).toEqual([])
    const { createdAt, wakeAt } = await run.describe()
    expect(wakeAt).toEqual(new Date(createdAt.getTime() + 400 * 86_400_000))
  })

  test('sends nothing when an option is bad', async () => {
    const bad = { workflowId: 'a', args: [{ save: () => undefined }] }
    expect(await errorOf(client.start('onboarding', bad))).toBeInstanceOf(UnencodableValueError)
    // @ts-expect-error: no such option
    const misspelt = client.start('onboarding', { workflowId: 'a', delai: '1 minute' })
    expect(await errorOf(misspelt)).toBeInstanceOf(InvalidOptionError)
    expect((await client.list()).runs).toEqual([])
  })

  test('refuses what isn’t a workflow', async () => {
    expect(await errorOf(client.start(class Plain {}, { workflowId: 'a' }))).toBeInstanceOf(NotAWorkflowError)
    // @ts-expect-error: neither a class nor a name
    expect(await errorOf(client.start(42, { workflowId: 'a' }))).toBeInstanceOf(InvalidOptionError)
    expect(await errorOf(client.start('', { workflowId: 'a' }))).toBeInstanceOf(InvalidOptionError)
  })

  test('names the workflow that was meant, and all there are', async () => {
    const error = await errorOf(client.start('onbording', { workflowId: 'a' }))
    expect(error).toBeInstanceOf(UnknownWorkflowError)
    expect(error).toMatchObject({ workflowType: 'onbording', known: ['billing', 'onboarding'] })
    expect(String(error)).toContain('Did you mean "onboarding"? Known are "billing", "onboarding".')
    expect(String(error)).toContain('start a worker')
  })

  test('names the run that holds the workflow id', async () => {
    const open = await client.start('onboarding', { workflowId: 'user-42' })
    const error = await errorOf(client.start('billing', { workflowId: 'user-42' }))
    expect(error).toBeInstanceOf(WorkflowAlreadyOpenError)
    expect(error).toMatchObject({ runId: open.runId, workflowType: 'onboarding', workflowId: 'user-42' })
    expect(String(error)).toContain("conflict: 'use-existing'")
  })

  test('hands out the open run for use-existing', async () => {
    const options = { workflowId: 'user-42', args: [42], conflict: 'use-existing' } as const
    const first = await client.start('onboarding', options)
    const second = await client.start('onboarding', options)
    expect(second.runId).toBe(first.runId)
  })

  // 62: the same workflow id with another type or input is a typed error; the first run is untouched.
  test.each([
    ['type', 'billing', [42]],
    ['args', 'onboarding', [43]],
  ] as const)('refuses use-existing with other %s and leaves the open run alone', async (differs, type, args) => {
    const open = await client.start('onboarding', { workflowId: 'user-42', args: [42] })
    const before = await open.describe()
    const error = await errorOf(client.start(type, { workflowId: 'user-42', args, conflict: 'use-existing' }))
    expect(error).toBeInstanceOf(WorkflowAlreadyOpenError)
    expect(error).toMatchObject({ runId: open.runId, differs })
    expect(await open.describe()).toEqual(before)
  })

  test('refuses an id that was used, as the reuse policy says', async () => {
    const run = await startClaimed()
    await worker.begin(run.runId)
    await worker.complete(run.runId, 'sent')
    const error = await errorOf(client.start('onboarding', { workflowId: 'user-42', reuse: 'allow-failed-only' }))
    expect(error).toBeInstanceOf(WorkflowIdReuseRefusedError)
    expect(error).toMatchObject({ runId: run.runId, status: 'completed', workflowId: 'user-42' })
    await client.start('onboarding', { workflowId: 'user-42' })
  })

  test('warns once of arguments above 256 KB', async () => {
    const warnings: Error[] = []
    const listener = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listener)
    for (const workflowId of ['a', 'b']) {
      await client.start('billing', { workflowId, args: ['x'.repeat(300 * 1024)] })
    }
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', listener)
    expect(warnings).toMatchObject([{ code: 'FOLIOT_LARGE_PAYLOAD' }])
    expect(String(warnings[0])).toContain('"billing" take 301 KB')
  })
})
