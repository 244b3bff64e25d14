import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'
import { ResultTimeoutError } from '../../src/client/result-timeout-error.js'
import { RunNotFoundError } from '../../src/client/run-not-found-error.js'
import { WorkflowTerminatedError } from '../../src/client/workflow-terminated-error.js'
import { WorkflowTimedOutError } from '../../src/client/workflow-timed-out-error.js'
import { WorkflowFailedError } from '../../src/codec/workflow-failed-error.js'
import { clientOnMemory, errorOf, fireAt, noRun, reason } from './client-on-memory.js'
import { bundleOf } from './hand-worker.js'

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

describe('run.result', () => {
  test('resolves to the decoded result, also when it is awaited late', async () => {
    const run = await startClaimed()
    const early = run.result()
    await worker.begin(run.runId)
    await worker.complete(run.runId, 'sent')
    expect(await early).toBe('sent')
    expect(await run.result()).toBe('sent')
    expect(await client.run<string>(run.runId).result()).toBe('sent')
    expect(await client.run<string>({ workflowId: 'user-42' }).result()).toBe('sent')
  })

  test('rejects with the workflow’s own error as cause', async () => {
    const run = await startClaimed()
    await worker.begin(run.runId)
    const failure = {
      type: 'CardDeclined',
      message: 'no funds',
      details: { limit: 10 },
      cause: { type: 'TypeError', message: 'deep' },
    }
    await worker.close(run.runId, ['RunFailed', { failure }], { type: 'failed', failure: JSON.stringify(failure) })
    const error = await errorOf(run.result())
    expect(error).toBeInstanceOf(WorkflowFailedError)
    expect(error).toMatchObject({
      code: 'FOLIOT_WORKFLOW_FAILED',
      runId: run.runId,
      cause: { name: 'CardDeclined', message: 'no funds', limit: 10, cause: { name: 'TypeError', message: 'deep' } },
    })
    expect((error as Error & { cause: Error }).cause.cause).toBeInstanceOf(TypeError)
  })

  test.each([
    ['timed-out', 'RunTimedOut', { timeout: 'run' }, WorkflowTimedOutError],
    ['terminated', 'RunTerminated', { reason: 'by hand' }, WorkflowTerminatedError],
  ] as const)('rejects for a run that %s with an error of its own', async (type, event, data, expected) => {
    const run = await startClaimed()
    await worker.begin(run.runId)
    const failure = JSON.stringify({ type: 'Error', message: 'by hand' })
    await worker.close(run.runId, [event, data], { type, failure })
    const error = await errorOf(run.result())
    expect(error).toBeInstanceOf(expected)
    expect(error).toMatchObject({ runId: run.runId, workflowId: 'user-42', workflowType: 'onboarding' })
  })

  test('ends at its time-out, without ending the run', async () => {
    const run = await startClaimed()
    const error = await errorOf(run.result({ timeout: 20 }))
    expect(error).toBeInstanceOf(ResultTimeoutError)
    expect(error).toMatchObject({ timeoutMs: 20 })
    expect((await run.describe()).status).toBe('pending')
  })

  test('ends with the reason of its signal', async () => {
    const run = await startClaimed()
    const controller = new AbortController()
    const error = errorOf(run.result({ signal: controller.signal, timeout: '1 hour' }))
    controller.abort(new Error('enough'))
    expect(await error).toMatchObject({ message: 'enough' })
    expect(await errorOf(run.result({ signal: AbortSignal.abort(new Error('before')) }))).toMatchObject({
      message: 'before',
    })
  })

  test('rejects for a run that isn’t there', async () => {
    expect(await errorOf(client.run(noRun).result())).toBeInstanceOf(RunNotFoundError)
    expect(await errorOf(client.run({ workflowId: 'nobody' }).result())).toBeInstanceOf(RunNotFoundError)
  })

  test('leaves no unhandled rejection when nobody awaits it', async () => {
    const unhandled: unknown[] = []
    const listener = (error: unknown): void => void unhandled.push(error)
    process.on('unhandledRejection', listener)
    const run = await startClaimed()
    void run.result()
    void run.result({ timeout: 5 })
    void client.run(noRun).result()
    await new Promise((resolve) => setTimeout(resolve, 30))
    await client.close()
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })
})

describe('run.describe and run.history', () => {
  test('show the run in the words of people', async () => {
    const run = await startClaimed()
    await worker.begin(run.runId)
    await worker.record(run.runId, ['TimerStarted', { timerId: 'drip', kind: 'sleep', durationMs: 30_000, fireAt }])
    const description = await run.describe()
    expect(description).toMatchObject({ status: 'running', bundle: bundleOf(['onboarding', 'billing']).hash })
    expect(description.startedAt).toBeInstanceOf(Date)
    expect(description.owner).toEqual(expect.any(String))
    expect(JSON.parse(JSON.stringify(description))).toMatchObject({ args: [42], workflowId: 'user-42' })
    const history = await run.history()
    expect(history.map(({ seq, type }) => `${seq} ${type}`)).toEqual(['1 RunStarted', '2 TimerStarted'])
    expect(history[0]?.recordedAt).toBeInstanceOf(Date)
    const [timer] = await run.history({ afterSeq: 1 })
    expect(timer?.type === 'TimerStarted' && timer.data.fireAt).toBe(fireAt)
    expect(await run.history({ limit: 1 })).toHaveLength(1)
  })

  test('show why a run is blocked', async () => {
    const run = await startClaimed()
    await worker.block(run.runId, reason, Date.UTC(2026, 3))
    expect(await run.describe()).toMatchObject({
      status: 'blocked',
      blocked: reason,
      wakeAt: new Date(Date.UTC(2026, 3)),
    })
  })

  test('read a history that is longer than one page', async () => {
    const run = await startClaimed()
    await worker.begin(run.runId)
    const events = Array.from(
      { length: 2_500 },
      (_, i): ['SideEffectRecorded', { sideEffectId: string; value: number }] => [
        'SideEffectRecorded',
        { sideEffectId: String(i), value: i },
      ],
    )
    await worker.record(run.runId, ...events)
    expect((await run.history()).map(({ seq }) => seq)).toEqual(Array.from({ length: 2_501 }, (_, i) => i + 1))
    expect(await run.history({ afterSeq: 500, limit: 1_700 })).toHaveLength(1_700)
  })

  test('refuse ids and options that mean nothing', async () => {
    expect(() => client.run('user-42')).toThrow('For a workflow id, pass { workflowId }.')
    expect(() => client.run({ workflowId: '' })).toThrow(InvalidOptionError)
    const run = client.run(noRun)
    expect(await errorOf(run.describe())).toBeInstanceOf(RunNotFoundError)
    expect(await errorOf(run.history({ afterSeq: -1 }))).toBeInstanceOf(InvalidOptionError)
    // @ts-expect-error: no such option
    expect(() => run.watch({ after: 3 })).toThrow('Did you mean afterSeq?')
    expect(await errorOf(run.result({ timeout: '1 year' as '1 day' }))).toBeInstanceOf(InvalidOptionError)
  })
})
