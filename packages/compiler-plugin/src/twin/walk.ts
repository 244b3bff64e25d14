// Walking a syntax tree: the children of a node, in the order of the parser's visitor keys.
import { visitorKeys, type ArrowFunctionExpression, type Class, type Function, type Node } from 'oxc-parser'

export type Identifier = Extract<Node, { type: 'Identifier' }>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Calls `visit` for each direct child of `node`. */
export const forEachChild = (node: Node, visit: (child: Node) => void): void => {
  const record = node as unknown as Readonly<Record<string, unknown>>
  for (const key of visitorKeys[node.type] ?? []) {
    const value = record[key]
    if (Array.isArray(value)) {
      for (const element of value) if (isNode(element)) visit(element)
    } else if (isNode(value)) {
      visit(value)
    }
  }
}

/** The name of a property that is known from the text: `a.name`, `a['name']`, `{ name: … }`, `#name`. */
export const staticKey = (key: Node, computed: boolean): string | undefined => {
  if (!computed && key.type === 'Identifier') return key.name
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number'))
    return String(key.value)
  return undefined
}

export type FunctionNode = Function | ArrowFunctionExpression

export const isFunction = (node: Node): node is FunctionNode =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

export const isClass = (node: Node): node is Class =>
  node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
