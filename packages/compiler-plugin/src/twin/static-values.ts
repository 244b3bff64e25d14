// What an expression is known to be from the text alone: a path from the global object or from an external module
// (through constants, aliases and destructuring), or a constant.
import type { Node } from 'oxc-parser'
import { absentGlobals } from './sandbox-profile.js'
import type { Scopes } from './scopes.js'
import { staticKey } from './walk.js'

export interface ValuePath {
  /** The module it comes from; absent for the global object. */
  readonly module?: string
  readonly keys: readonly string[]
}

export interface Constant {
  readonly value: string | number | boolean | null | undefined
}

export interface StaticValues {
  pathOf(node: Node): ValuePath | undefined
  constantOf(node: Node): Constant | undefined
  /** Whether it is truthy, also where only one side of an `&&` or `||` is known. */
  truthOf(node: Node): boolean | undefined
}

/** Deep enough for any alias that people write; a cycle of aliases ends here. */
const depthLimit = 24

export const staticValues = ({ references }: Scopes): StaticValues => {
  const extend = (path: ValuePath | undefined, keys: readonly string[]): ValuePath | undefined =>
    path && { ...path, keys: [...path.keys, ...keys] }

  const path = (node: Node, depth: number): ValuePath | undefined => {
    if (depth === 0) return undefined
    switch (node.type) {
      case 'Identifier': {
        if (!references.has(node)) return undefined
        const binding = references.get(node)
        if (binding === undefined) return { keys: node.name === 'globalThis' ? [] : [node.name] }
        if (binding.writes.length > 0) return undefined
        if (binding.origin.type === 'import') {
          const { source, imported } = binding.origin
          return { module: source, keys: imported === undefined ? [] : [imported] }
        }
        if (binding.origin.type !== 'variable') return undefined
        return extend(path(binding.origin.init, depth - 1), binding.origin.path)
      }
      case 'MemberExpression': {
        const object = path(node.object, depth - 1)
        if (object === undefined) return undefined
        const key = staticKey(node.property, node.computed) ?? computedKey(node, depth)
        if (key === undefined) return undefined
        // esbuild wraps a CommonJS module to give it a default export.
        if (object.module !== undefined && object.keys.length === 0 && key === 'default') return object
        return object.keys.length === 0 && object.module === undefined && key === 'globalThis'
          ? object
          : extend(object, [key])
      }
      case 'CallExpression': {
        const [argument, second] = node.arguments
        if (argument === undefined) return undefined
        if (node.callee.type === 'MemberExpression') return second && reflected(node.callee, argument, second, depth)
        if (node.callee.type !== 'Identifier') return undefined
        if (node.callee.name === '__require' && argument.type === 'Literal' && typeof argument.value === 'string') {
          return { module: argument.value, keys: [] }
        }
        return node.callee.name === '__toESM' ? path(argument, depth - 1) : undefined
      }
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return path(node.expression, depth - 1)
      case 'SequenceExpression': {
        const last = node.expressions.at(-1)
        return last && path(last, depth - 1)
      }
      default:
        return undefined
    }
  }

  /** Reflect.get(Date, 'now') */
  const reflected = (callee: Node, object: Node, key: Node, depth: number): ValuePath | undefined => {
    const called = path(callee, depth - 1)
    if (called?.module !== undefined || called?.keys.join('.') !== 'Reflect.get') return undefined
    const name = constant(key, depth - 1)?.value
    return typeof name === 'string' ? extend(path(object, depth - 1), [name]) : undefined
  }

  const computedKey = (node: Extract<Node, { type: 'MemberExpression' }>, depth: number): string | undefined => {
    const key = node.computed ? constant(node.property, depth - 1) : undefined
    return typeof key?.value === 'string' ? key.value : undefined
  }

  /** The name of a global that the sandbox doesn't have. */
  const absentGlobal = (node: Node, depth: number): string | undefined => {
    const found = path(node, depth)
    const name = found?.module === undefined && found?.keys.length === 1 ? found.keys[0] : undefined
    return name !== undefined && absentGlobals.has(name) ? name : undefined
  }

  const constant = (node: Node, depth: number): Constant | undefined => {
    if (depth === 0) return undefined
    switch (node.type) {
      case 'Literal':
        return 'regex' in node ? undefined : constantFrom(node.value)
      case 'TemplateLiteral': {
        let text = ''
        for (const [index, quasi] of node.quasis.entries()) {
          text += quasi.value.cooked ?? quasi.value.raw
          const hole = node.expressions[index]
          if (hole === undefined) continue
          const value = constant(hole, depth - 1)
          if (value === undefined) return undefined
          text += String(value.value)
        }
        return { value: text }
      }
      case 'Identifier': {
        if (!references.has(node)) return undefined
        const binding = references.get(node)
        if (binding === undefined) return node.name === 'undefined' ? { value: undefined } : undefined
        const { origin, writes } = binding
        if (origin.type !== 'variable' || origin.path.length > 0 || writes.length > 0) return undefined
        return constant(origin.init, depth - 1)
      }
      case 'MemberExpression': {
        // Of the global object, a property that isn't there is `undefined`; a bare name would be an error.
        if (absentGlobal(node, depth) !== undefined) return { value: undefined }
        const object = constant(node.object, depth - 1)
        return object !== undefined && object.value == null ? { value: undefined } : undefined
      }
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return constant(node.expression, depth - 1)
      case 'UnaryExpression': {
        if (node.operator === 'void') return { value: undefined }
        if (node.operator === 'typeof' && absentGlobal(node.argument, depth) !== undefined)
          return { value: 'undefined' }
        const operand = constant(node.argument, depth - 1)
        if (operand === undefined) return undefined
        if (node.operator === '!') return { value: !operand.value }
        return node.operator === 'typeof' ? { value: typeof operand.value } : undefined
      }
      case 'LogicalExpression': {
        const left = constant(node.left, depth - 1)
        if (left === undefined) return undefined
        const goesRight =
          node.operator === '&&' ? Boolean(left.value) : node.operator === '||' ? !left.value : left.value == null
        return goesRight ? constant(node.right, depth - 1) : left
      }
      case 'ConditionalExpression': {
        const test = constant(node.test, depth - 1)
        return test && constant(test.value ? node.consequent : node.alternate, depth - 1)
      }
      case 'BinaryExpression':
        return binary(node, depth)
      default:
        return undefined
    }
  }

  const binary = (node: Extract<Node, { type: 'BinaryExpression' }>, depth: number): Constant | undefined => {
    const left = constant(node.left, depth - 1)
    if (left === undefined) return undefined
    if (node.operator === 'in') {
      const object = path(node.right, depth)
      const isGlobalObject = object !== undefined && object.module === undefined && object.keys.length === 0
      return isGlobalObject && absentGlobals.has(String(left.value)) ? { value: false } : undefined
    }
    const right = constant(node.right, depth - 1)
    if (right === undefined) return undefined
    const [a, b] = [left.value, right.value]
    switch (node.operator) {
      case '===':
        return { value: a === b }
      case '!==':
        return { value: a !== b }
      case '==':
        return { value: a === b || (a == null && b == null) }
      case '!=':
        return { value: !(a === b || (a == null && b == null)) }
      case '+':
        return typeof a === 'string' && typeof b === 'string' ? { value: a + b } : undefined
      case '<':
        return typeof a === 'string' && typeof b === 'string' ? { value: a < b } : undefined
      case '>':
        return typeof a === 'string' && typeof b === 'string' ? { value: a > b } : undefined
      default:
        return undefined
    }
  }

  const truth = (node: Node, depth: number): boolean | undefined => {
    const value = constant(node, depth)
    if (value !== undefined || depth === 0) return value && Boolean(value.value)
    if (node.type === 'UnaryExpression' && node.operator === '!') {
      const operand = truth(node.argument, depth - 1)
      return operand === undefined ? undefined : !operand
    }
    if (node.type !== 'LogicalExpression' || node.operator === '??') return undefined
    const deciding = node.operator === '||'
    const sides = [truth(node.left, depth - 1), truth(node.right, depth - 1)]
    if (sides.includes(deciding)) return deciding
    return sides.includes(undefined) ? undefined : !deciding
  }

  return {
    pathOf: (node) => path(node, depthLimit),
    constantOf: (node) => constant(node, depthLimit),
    truthOf: (node) => truth(node, depthLimit),
  }
}

const constantFrom = (value: unknown): Constant | undefined =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { value }
    : undefined
