import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

const load = async () => {
  const { Workflow } = await import('../../src/authoring/workflow-decorator.js')
  const { Run } = await import('../../src/authoring/run-decorator.js')
  const { registeredWorkflows } = await import('../../src/authoring/workflow-registry.js')
  const declare = (type: string) => {
    @Workflow(type)
    class Declared {
      @Run() async run() {}
    }
    return Declared
  }
  return { declare, registeredWorkflows }
}

test('the registry holds the workflows that this copy of the package declared', async () => {
  const { declare, registeredWorkflows } = await load()
  const a = declare('a')
  const b = declare('b')
  expect([...registeredWorkflows()].map(([type, { workflowClass }]) => [type, workflowClass])).toEqual([
    ['a', a],
    ['b', b],
  ])
  vi.resetModules()
  expect((await load()).registeredWorkflows().size).toBe(0)
})

test('one type on two classes is refused when the registry is read, not when the classes are declared', async () => {
  const { declare, registeredWorkflows } = await load()
  declare('a')
  declare('a')
  expect(() => registeredWorkflows()).toThrow(/The workflow type 'a' stands on 2 classes: Declared, Declared/)
})

test('a class that another copy of the package decorated is a workflow here too', async () => {
  const { declare } = await load()
  const workflow = declare('a')
  vi.resetModules()
  const { workflowDefinition } = await import('../../src/authoring/workflow-definition.js')
  expect(workflowDefinition(workflow)).toMatchObject({ type: 'a', run: 'run' })
})
