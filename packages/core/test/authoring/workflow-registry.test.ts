import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

const load = async () => {
  const { Workflow } = await import('../../src/authoring/workflow-decorator.js')
  const { Run } = await import('../../src/authoring/run-decorator.js')
  const { registeredTypes, registeredWorkflow } = await import('../../src/authoring/workflow-registry.js')
  const declare = (type: string) => {
    @Workflow(type)
    class Declared {
      @Run() async run() {}
    }
    return Declared
  }
  return { declare, registeredTypes, registeredWorkflow }
}

test('the registry holds the workflows that this copy of the package declared', async () => {
  const { declare, registeredTypes, registeredWorkflow } = await load()
  const a = declare('a')
  const b = declare('b')
  expect(registeredTypes()).toEqual(['a', 'b'])
  expect(registeredWorkflow('a')?.workflowClass).toBe(a)
  expect(registeredWorkflow('b')?.workflowClass).toBe(b)
  expect(registeredWorkflow('c')).toBeUndefined()
  vi.resetModules()
  expect((await load()).registeredTypes()).toEqual([])
})

test('one type on two classes is refused when a run looks for it, not when the classes are declared', async () => {
  const { declare, registeredWorkflow } = await load()
  declare('a')
  declare('a')
  expect(() => registeredWorkflow('a')).toThrow(/The workflow type 'a' stands on 2 classes: Declared, Declared/)
})

test('a class that another copy of the package decorated is a workflow here too', async () => {
  const { declare } = await load()
  const workflow = declare('a')
  vi.resetModules()
  const { workflowDefinition } = await import('../../src/authoring/workflow-definition.js')
  expect(workflowDefinition(workflow)).toMatchObject({ type: 'a', run: 'run' })
})
