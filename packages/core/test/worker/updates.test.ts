import { expect, test } from 'vitest'
import { activities, condition, Run, sleep, Update, Workflow } from '../../src/public/workflow.js'
import { RunClosedError } from '../../src/client/run-closed-error.js'
import { UpdateFailedError } from '../../src/client/update-failed-error.js'
import { UpdateRejectedError } from '../../src/client/update-rejected-error.js'
import { UpdateTimeoutError } from '../../src/client/update-timeout-error.js'
import { errorOf } from '../client/client-on-memory.js'
import { inProcess, until } from './in-process-worker.js'

const { echo } = activities<{ echo(value: unknown): Promise<unknown> }>()

@Workflow('account')
class Account {
  #balance = 0
  #closed = false
  @Run() async run(): Promise<number> {
    await condition(() => this.#closed)
    return this.#balance
  }
  @Update({
    validate: (amount: number) => {
      if (amount <= 0) throw new RangeError('Pay in something.')
    },
  })
  async deposit(amount: number): Promise<number> {
    await echo(amount)
    this.#balance += amount
    return this.#balance
  }
  @Update() fail(): void {
    throw new Error('no such thing')
  }
  @Update() async forever(): Promise<void> {
    await sleep('1 day')
  }
  @Update() close(): string {
    this.#closed = true
    return 'closing'
  }
}

void Account

const setUp = () => inProcess(['account'], { echo: (value) => value })

test('updates are answered, in the order in which they came', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Account, { workflowId: 'a' })
  expect(await Promise.all([1, 2, 3].map((amount) => run.update<number>('deposit', { args: [amount] })))).toHaveLength(
    3,
  )
  expect(await run.update('deposit', { args: [10] })).toBe(16)
  // The answer to the update that ends the run comes too.
  expect(await run.update('close')).toBe('closing')
  expect(await run.result()).toBe(16)
})

test('a refused update rejects with its reason, and the history doesn’t know it', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Account, { workflowId: 'a' })
  const error = await errorOf(run.update('deposit', { args: [-5] }))
  expect(UpdateRejectedError.is(error)).toBe(true)
  expect((error as Error).message).toBe('The update "deposit" was refused: Pay in something.')
  expect((error as Error).cause).toBeInstanceOf(RangeError)
  const unknown = await errorOf(run.update('deposits'))
  expect((unknown as Error).message).toContain('Did you mean deposit?')
  expect(await setup.eventTypes(run.runId)).toEqual(['RunStarted'])
})

test('a failed update rejects with what its method threw, and the run goes on', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Account, { workflowId: 'a' })
  const error = await errorOf(run.update('fail'))
  expect(UpdateFailedError.is(error)).toBe(true)
  expect(((error as Error).cause as Error).message).toBe('no such thing')
  expect(await run.update('deposit', { args: [1] })).toBe(1)
})

test('with an idempotency key, an update runs once and all its senders get the one answer', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Account, { workflowId: 'a' })
  const deposit = (amount = 5) => run.update('deposit', { args: [amount], idempotencyKey: 'payment-7' })
  expect(await Promise.all([deposit(), deposit(), deposit()])).toEqual([5, 5, 5])
  expect(await deposit()).toBe(5)
  const refuse = () => run.update('deposit', { args: [0], idempotencyKey: 'payment-8' })
  expect(UpdateRejectedError.is(await errorOf(refuse()))).toBe(true)
  expect(UpdateRejectedError.is(await errorOf(refuse()))).toBe(true)
  await run.update('close')
  expect(await run.result()).toBe(5)
  // Also when the run has ended since.
  expect(await deposit()).toBe(5)
})

test('a wait that ends early leaves the update, which can be waited for again', async () => {
  await using setup = await setUp()
  const run = await setup.client.start(Account, { workflowId: 'a' })
  const deposit = (timeout: number) => run.update('deposit', { args: [5], idempotencyKey: 'k', timeout })
  const error = await errorOf(deposit(30))
  expect(UpdateTimeoutError.is(error)).toBe(true)
  await setup.startWorker()
  expect(await deposit(5_000)).toBe(5)
})

test('an update that the run ends without answering rejects, as does one to a closed run', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const run = await setup.client.start(Account, { workflowId: 'a' })
  const forever = errorOf(run.update('forever'))
  await until(async () => (await setup.eventTypes(run.runId)).includes('UpdateAccepted'))
  await run.update('close')
  expect(RunClosedError.is(await forever)).toBe(true)
  expect(RunClosedError.is(await errorOf(run.update('deposit', { args: [1] })))).toBe(true)
})

test('an update with a start finds the open run, or starts one', async () => {
  await using setup = await setUp()
  await setup.startWorker()
  const deposit = () =>
    setup.client.updateWithStart(Account, { workflowId: 'a', update: { name: 'deposit', args: [2] } })
  const [first, second] = await Promise.all([deposit(), deposit()])
  expect(second.run.runId).toBe(first.run.runId)
  expect([first.answer, second.answer].sort()).toEqual([2, 4])
})
