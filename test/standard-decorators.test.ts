// Decorated test files are lowered as TC39 decorators, never as TypeScript's older kind.
import { expect, test } from 'vitest'

const contexts: unknown[] = []

const record = (value: unknown, context: ClassMethodDecoratorContext | ClassDecoratorContext): void => {
  contexts.push({ kind: context.kind, name: context.name, isFunction: typeof value === 'function' })
}

@record
class Decorated {
  @record run(): number {
    return 1
  }
}

test('decorators in a test file get a standard context', () => {
  expect(new Decorated().run()).toBe(1)
  expect(contexts).toEqual([
    { kind: 'method', name: 'run', isFunction: true },
    { kind: 'class', name: 'Decorated', isFunction: true },
  ])
})
