// Whether evaluating a top-level declaration can be noticed by anybody who doesn't use what it declares.
import type { Class, Comment, Node } from 'oxc-parser'
import { isFrameworkModule } from '../modules/framework-module.js'
import type { StaticValues } from './static-values.js'
import { isClass, isFunction } from './walk.js'

/** esbuild's wrappers of a module that is run on first use. */
const moduleWrappers = new Set(['__commonJS', '__esm'])
const pureConstructors = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Error', 'RegExp', 'URL', 'Array', 'Object'])
const pureFunctions = new Set([
  'Symbol',
  'Symbol.for',
  'Object.freeze',
  'Object.create',
  'Object.keys',
  'String',
  'Number',
  'Boolean',
])

/** Where calls start that their author marked as free of side effects. */
export const pureCallStarts = (code: string, comments: readonly Comment[]): ReadonlySet<number> => {
  const starts = new Set<number>()
  for (const comment of comments) {
    if (!/[@#]__PURE__/.test(comment.value)) continue
    const next = /\S/g
    next.lastIndex = comment.end
    const match = next.exec(code)
    if (match) starts.add(match.index)
  }
  return starts
}

export const purityOf = ({ pathOf }: StaticValues, pureCalls: ReadonlySet<number>): ((node: Node) => boolean) => {
  const isPureClass = (node: Class): boolean =>
    node.decorators.every(({ expression }) => isFrameworkCall(expression)) &&
    (node.superClass === null || isPure(node.superClass)) &&
    node.body.body.every((member) => {
      if (member.type === 'StaticBlock') return false
      if (!('key' in member)) return true
      if (member.computed && !isPure(member.key)) return false
      if (!member.decorators.every(({ expression }) => isFrameworkCall(expression))) return false
      return member.type === 'MethodDefinition' || !member.static || member.value === null || isPure(member.value)
    })

  const isFrameworkCall = (node: Node): boolean => {
    const callee = node.type === 'CallExpression' ? node.callee : node
    return isFrameworkModule(pathOf(callee)?.module)
  }

  const isPure = (node: Node): boolean => {
    if (isFunction(node)) return true
    if (isClass(node)) return isPureClass(node)
    switch (node.type) {
      case 'Literal':
      case 'Identifier':
      case 'ThisExpression':
      case 'MetaProperty':
      case 'EmptyStatement':
      case 'TemplateElement':
        return true
      case 'TemplateLiteral':
        return node.expressions.every(isPure)
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return isPure(node.expression)
      case 'ArrayExpression':
        return node.elements.every(
          (element) => element === null || (element.type !== 'SpreadElement' && isPure(element)),
        )
      case 'ObjectExpression':
        return node.properties.every((property) =>
          property.type === 'SpreadElement'
            ? isPure(property.argument)
            : (!property.computed || isPure(property.key)) && isPure(property.value),
        )
      case 'MemberExpression':
        return isPure(node.object) && (!node.computed || isPure(node.property))
      case 'UnaryExpression':
        return node.operator !== 'delete' && isPure(node.argument)
      case 'BinaryExpression':
      case 'LogicalExpression':
        return isPure(node.left) && isPure(node.right)
      case 'ConditionalExpression':
        return isPure(node.test) && isPure(node.consequent) && isPure(node.alternate)
      case 'SequenceExpression':
        return node.expressions.every(isPure)
      case 'NewExpression':
      case 'CallExpression': {
        const callee = node.callee
        if (callee.type === 'Identifier' && moduleWrappers.has(callee.name)) return true
        if (!node.arguments.every((argument) => argument.type !== 'SpreadElement' && isPure(argument))) return false
        if (pureCalls.has(node.start)) return true
        const path = pathOf(callee)
        if (path === undefined) return false
        if (path.module !== undefined) return isFrameworkModule(path.module)
        return (node.type === 'NewExpression' ? pureConstructors : pureFunctions).has(path.keys.join('.'))
      }
      default:
        return false
    }
  }
  return isPure
}
