import { describe, expect, test } from 'vitest'
import { Activity } from '../../src/authoring/activity-decorator.js'
import { DecoratorMisuseError } from '../../src/authoring/decorator-misuse-error.js'
import { NotAWorkflowError } from '../../src/authoring/not-a-workflow-error.js'
import { Query } from '../../src/authoring/query-decorator.js'
import { Run } from '../../src/authoring/run-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import { workflowDefinition } from '../../src/authoring/workflow-definition.js'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'

type Untyped = (...args: readonly unknown[]) => (...target: readonly unknown[]) => void

describe('workflowDefinition', () => {
  test('keeps the run method when another decorator wraps it', () => {
    const wrap = <This, Args extends unknown[], R>(method: (this: This, ...args: Args) => R) =>
      function (this: This, ...args: Args): R {
        return method.apply(this, args)
      }
    @Workflow('wrapped')
    class Wrapped {
      @wrap @Run() async run() {}
      @Query() @wrap stage() {
        return 1
      }
    }
    expect(workflowDefinition(Wrapped)).toMatchObject({ type: 'wrapped', run: 'run', workflowClass: Wrapped })
    expect([...workflowDefinition(Wrapped).queries]).toEqual([['stage', 'stage']])
  })

  test('lets a subclass decorate a query anew, and leaves the parent alone', () => {
    @Workflow('parent')
    class Parent {
      @Run() async run() {}
      @Query() stage() {
        return 1
      }
    }
    @Workflow('child')
    class Child extends Parent {
      @Query({ name: 'step' }) override stage() {
        return 2
      }
    }
    expect([...workflowDefinition(Child).queries]).toEqual([['step', 'stage']])
    expect([...workflowDefinition(Parent).queries]).toEqual([['stage', 'stage']])
    expect(workflowDefinition(Parent).type).toBe('parent')
  })

  test.each([
    ['no decorator', class Plain {}, /Class Plain is not a workflow/],
    ['no class', 'onboarding', /Expected a class/],
    ['an arrow function', () => 1, /is not a workflow/],
    ['nothing', undefined, /Expected a class/],
  ])('refuses what has %s', (_, workflow, message) => {
    expect(() => workflowDefinition(workflow)).toThrow(NotAWorkflowError)
    expect(() => workflowDefinition(workflow)).toThrow(message)
  })

  test('refuses a workflow without @Run, with two, or with two queries of one name', () => {
    @Workflow('none')
    class None {}
    @Workflow('two')
    class Two {
      @Run() async a() {}
      @Run() async b() {}
    }
    @Workflow('names')
    class Names {
      @Run() async run() {}
      @Query({ name: 'x' }) a() {}
      @Query({ name: 'x' }) b() {}
    }
    expect(() => workflowDefinition(None)).toThrow(/Class None has no method to run/)
    expect(() => workflowDefinition(Two)).toThrow(/Class Two has more than one @Run method: a, b/)
    expect(() => workflowDefinition(Names)).toThrow(/two queries named 'x': a and b/)
  })

  test('refuses an undecorated subclass of a workflow', () => {
    @Workflow('base')
    class BaseWorkflow {
      @Run() async run() {}
    }
    expect(() => workflowDefinition(class Sub extends BaseWorkflow {})).toThrow(/Class Sub is not a workflow/)
  })
})

describe('the decorators', () => {
  test.each([[undefined], [''], ['__mine'], [class Bare {}], [5]])('@Workflow refuses the name %o', (name) => {
    expect(() => (Workflow as unknown as Untyped)(name)).toThrow(InvalidOptionError)
  })

  test('@Query refuses a name that is no id', () => {
    expect(() => Query({ name: '' })).toThrow(InvalidOptionError)
  })

  test.each([
    ['Run', Run],
    ['Query', Query],
    ['Activity', Activity],
  ])('@%s refuses to go without parentheses, under both conventions', (_, decorator) => {
    const bare = decorator as unknown as Untyped
    const method = { value: () => 1 }
    expect(() => bare(method.value, { kind: 'method', name: 'run' })).toThrow(/written without its parentheses/)
    expect(() => bare({}, 'run', method)).toThrow(DecoratorMisuseError)
  })

  test('@Query and @Activity refuse options that don’t exist', () => {
    for (const decorator of [Query, Activity]) {
      expect(() => (decorator as unknown as Untyped)({ nmae: 'x' })).toThrow(/nmae: .*Did you mean name\?/)
    }
  })

  test('refuse to stand where they mean nothing', () => {
    const run = (Run as unknown as Untyped)()
    const workflow = (Workflow as unknown as Untyped)('x')
    const context = { kind: 'method', name: 'run', static: false, private: false }
    for (const target of [
      [() => 1, { ...context, static: true }],
      [() => 1, { ...context, private: true }],
      [() => 1, { ...context, name: Symbol('run') }],
      [undefined, { ...context, kind: 'field' }],
      [class {}, { kind: 'class', name: 'X' }],
      [class {}, 'run', { value: () => 1 }],
      [{}, 'run', undefined],
      [{}, 'run', { get: () => 1 }],
      [],
    ]) {
      expect(() => run(...target)).toThrow(DecoratorMisuseError)
    }
    for (const target of [[() => 1, context], [{}, 'run', { value: () => 1 }], [{}], []]) {
      expect(() => workflow(...target)).toThrow(DecoratorMisuseError)
    }
  })
})
