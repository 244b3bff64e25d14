import { expect, test } from 'vitest'
import { child, condition, receiveSignal, Run, sleep, Workflow } from '../../src/public/workflow.js'
import { inProcess, until } from './in-process-worker.js'

@Workflow('puzzling')
class Puzzling {
  @Run() async run(): Promise<void> {
    await Promise.all([
      receiveSignal('approve', { timeout: '2 days' }),
      condition(() => false),
      sleep('1 hour', { id: 'nap' }),
      child('idle', { workflowId: 'idle-1' }).result(),
    ])
  }
}

@Workflow('idle')
class Idle {
  @Run() async run(): Promise<void> {
    await sleep('1 day')
  }
}

void [Puzzling, Idle]

test('a run says what its code waits for, and that a signal has the wrong name', async () => {
  await using setup = await inProcess(['puzzling', 'idle'])
  const run = await setup.client.start('puzzling', { workflowId: 'p' })
  expect(await run.explain()).toMatchObject({ code: 'worker.none', severity: 'warning' })
  await setup.startWorker()
  await run.signal('aprove')
  await until(async () => (await setup.eventTypes(run.runId)).includes('SignalReceived'))
  const before = await setup.eventTypes(run.runId)
  const { explanation } = await run.describe({ explain: true })
  expect(explanation).toMatchObject({
    code: 'signal.mismatch',
    severity: 'warning',
    headline: 'Signals came that nobody has taken: "aprove".',
  })
  const text = explanation?.details.join('\n')
  for (const part of [
    /Child idle \(idle-1\)/,
    /the signal "approve", until in 2 days/,
    /a condition to hold/,
    /Sleep "nap"/,
  ])
    expect(text).toMatch(part)
  // TRAPS 16
  expect(await setup.eventTypes(run.runId)).toEqual(before)
})
