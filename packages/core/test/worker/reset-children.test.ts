import { expect, test } from 'vitest'
import { Run, Workflow, activities, child, receiveSignal, runInfo } from '../../src/public/workflow.js'
import type { RunEvent } from '../../src/client/run-event.js'
import { inProcess, until } from './in-process-worker.js'

const act = activities<{ first(): Promise<string> }>()

@Workflow('reset-child')
class Child {
  @Run() async run(word: string): Promise<string> {
    const message = await receiveSignal('go')
    if (message.args[0] === 'fail') throw new Error('the child failed')
    return `${word} ${String(message.args[0])}`
  }
}

@Workflow('reset-parent')
class Parent {
  @Run() async run(): Promise<string[]> {
    const one = child(Child, { args: ['one'], workflowId: `${runInfo().workflowId}-one` })
    await act.first()
    const two = child(Child, { args: ['two'], workflowId: `${runInfo().workflowId}-two` })
    return Promise.all([one.result(), two.result()])
  }
}

void [Child, Parent]

const types = ['reset-child', 'reset-parent']

const seqOf = (history: readonly RunEvent[], type: string): number =>
  history.find((each) => each.type === type)?.seq ?? 0

test('children asked for before the cut go on and tell the successor; those of after it end, and are asked for anew', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  await world.startWorker()
  const { client } = world
  const run = await client.start(Parent, { workflowId: 'parent' })
  await until(async () => (await world.eventTypes(run.runId)).filter((type) => type === 'ChildRequested').length === 2)
  const child = async (id: string) => (await client.run({ workflowId: `parent-${id}` }).describe()).runId
  await until(async () => (await client.list({ status: 'running' })).runs.length === 3)
  const [one, two] = [await child('one'), await child('two')]
  const history = await run.history()
  const { runId } = await run.reset({ to: seqOf(history, 'ActivityCompleted') })
  await until(async () => (await child('two')) !== two)
  expect(await child('one')).toBe(one)
  expect(await client.run({ runId: two }).describe()).toMatchObject({ status: 'cancelled' })
  await client.run({ workflowId: 'parent-one' }).signal('go', { args: ['went'] })
  await client.run({ workflowId: 'parent-two' }).signal('go', { args: ['came'] })
  expect(await run.result()).toEqual(['one went', 'two came'])
  expect((await client.run({ runId }).history()).filter(({ type }) => type === 'ChildCompleted')).toHaveLength(2)
})

test('a child that ended before its parent was reset is known to the successor', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  await world.startWorker()
  const { client } = world
  const run = await client.start(Parent, { workflowId: 'parent' })
  await until(async () => (await client.list({ status: 'running' })).runs.length === 3)
  await client.run({ workflowId: 'parent-one' }).signal('go', { args: ['went'] })
  await until(async () => (await world.eventTypes(run.runId)).includes('ChildCompleted'))
  const two = await client.run({ workflowId: 'parent-two' }).describe()
  const history = await run.history()
  await run.reset({ to: seqOf(history, 'ActivityCompleted') })
  await until(async () => (await client.run({ workflowId: 'parent-two' }).describe()).runId !== two.runId)
  await client.run({ workflowId: 'parent-two' }).signal('go', { args: ['came'] })
  expect(await run.result()).toEqual(['one went', 'two came'])
})

test("a parent hears nothing of its child's reset, only how the child ends at last", async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  await world.startWorker()
  const { client } = world
  const run = await client.start(Parent, { workflowId: 'parent' })
  await until(async () => (await client.list({ status: 'running' })).runs.length === 3)
  const one = client.run({ workflowId: 'parent-one' })
  const { runId } = await one.reset({ to: 1 })
  expect(await world.eventTypes(run.runId)).not.toContain('ChildFailed')
  await client.run({ runId }).signal('go', { args: ['anew'] })
  await client.run({ workflowId: 'parent-two' }).signal('go', { args: ['came'] })
  expect(await run.result()).toEqual(['one anew', 'two came'])
})

test('a run that a failed child brought down starts that child afresh when it is retried', async () => {
  await using world = await inProcess(types, { first: () => 'done' })
  await world.startWorker()
  const { client } = world
  const run = await client.start(Parent, { workflowId: 'parent' })
  await until(async () => (await client.list({ status: 'running' })).runs.length === 3)
  await client.run({ workflowId: 'parent-one' }).signal('go', { args: ['went'] })
  await until(async () => (await world.eventTypes(run.runId)).includes('ChildCompleted'))
  const failing = await client.run({ workflowId: 'parent-two' }).describe()
  await client.run({ runId: failing.runId }).signal('go', { args: ['fail'] })
  await expect(run.result()).rejects.toThrow('failed')
  await run.retry()
  await until(async () => (await client.run({ workflowId: 'parent-two' }).describe()).runId !== failing.runId)
  await client.run({ workflowId: 'parent-two' }).signal('go', { args: ['came'] })
  expect(await run.result()).toEqual(['one went', 'two came'])
})
