// Modules that hold no state: nothing that they declare ever changes, and loading them does nothing but declare. All runs
// of a realm can share one loading of them, frozen; it can't be told from loading them anew. What isn't sure isn't shared.
import type { Class, Node } from 'oxc-parser'
import { isFrameworkModule } from '../modules/framework-module.js'
import type { Binding } from './scopes.js'
import type { Twin } from './twin.js'
import { forEachChild, isClass, isFunction } from './walk.js'

/** They differ from run to run. */
const globalObjects = new Set(['globalThis', 'global', 'self'])

/** Names of the metafile. A module is listed only if all that it imports is. */
export const statelessModules = (twin: Twin): ReadonlySet<string> => {
  const { modules, units } = twin
  const uses = usesOf(twin)
  const stateful = new Set<string>()
  for (const { module, node, bindings } of units.all) {
    if (module === undefined || stateful.has(module)) continue
    const isFixed = isFixedDeclaration(node, twin, uses) && bindings.every((binding) => !uses.changed.has(binding))
    if (!isFixed || reachesOut(node, twin)) stateful.add(module)
  }
  const isStateless = (module: string): boolean => !stateful.has(module) && importsBundledCodeOnly(module, twin)
  return new Set(modules.all.filter((module) => modules.closureOf(module).every(isStateless)))
}

const importsBundledCodeOnly = (module: string, { modules }: Twin): boolean =>
  modules.externalsOf(module).every(isFrameworkModule) && !modules.hasDynamicImport(module)

const isFixedDeclaration = (node: Node, twin: Twin, uses: Uses): boolean => {
  if (isFunction(node)) return true
  if (isClass(node)) return isFixedClass(node, twin)
  if (node.type !== 'VariableDeclarator') return node.type === 'EmptyStatement'
  if (node.id.type !== 'Identifier') return false
  return node.init === null || isFixedValue(node.init, twin) || isData(node, twin, uses)
}

const isFixedClass = ({ superClass, decorators, body }: Class, twin: Twin): boolean =>
  (superClass === null || superClass.type === 'Identifier') &&
  decorators.every(({ expression }) => isFrameworkCall(expression, twin)) &&
  body.body.every((member) => {
    if (member.type === 'StaticBlock' || !('key' in member) || member.computed) return false
    if (!member.decorators.every(({ expression }) => isFrameworkCall(expression, twin))) return false
    return member.type === 'MethodDefinition' ? !(member.static && changesThis(member.value)) : !member.static
  })

/** Values without parts that could change, or whose parts nobody but their own code reaches. */
const isFixedValue = (node: Node, twin: Twin): boolean => {
  if (isFunction(node)) return true
  if (isClass(node)) return isFixedClass(node, twin)
  if (node.type === 'Identifier') return twin.scopes.references.get(node)?.topLevel === true
  return isPrimitive(node, twin) || (node.type === 'CallExpression' && isFrameworkCall(node, twin))
}

/** Names for names for names; a cycle of them ends here. */
const depthLimit = 24

const isPrimitive = (node: Node, twin: Twin, depth = depthLimit): boolean => {
  if (depth === 0) return false
  switch (node.type) {
    case 'Literal':
      return !('regex' in node)
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPrimitive(node.argument, twin, depth - 1)
    case 'BinaryExpression':
      return (
        node.operator !== 'in' && isPrimitive(node.left, twin, depth - 1) && isPrimitive(node.right, twin, depth - 1)
      )
    case 'TemplateLiteral':
      return node.expressions.every((hole) => isPrimitive(hole, twin, depth - 1))
    case 'Identifier': {
      const origin = twin.scopes.references.get(node)?.origin
      if (origin?.type === 'variable') return origin.path.length === 0 && isPrimitive(origin.init, twin, depth - 1)
      return twin.values.constantOf(node) !== undefined
    }
    default:
      return false
  }
}

/** `activities('email', { … })` and the like: they keep nothing that runs could share. */
const isFrameworkCall = (node: Node, twin: Twin): boolean =>
  node.type === 'CallExpression' &&
  isFrameworkModule(twin.values.pathOf(node.callee)?.module) &&
  node.arguments.every((argument) => isOption(argument, twin))

const isOption = (node: Node, twin: Twin): boolean => {
  if (node.type === 'ObjectExpression') {
    return node.properties.every(
      (property) => property.type === 'Property' && !property.computed && isOption(property.value, twin),
    )
  }
  if (node.type === 'ArrayExpression') {
    return node.elements.every((element) => element !== null && isOption(element, twin))
  }
  return isPrimitive(node, twin) || (node.type === 'Identifier' && twin.scopes.references.get(node)?.topLevel === true)
}

/** An object of primitives of which only properties are read. */
const isData = ({ id, init }: Extract<Node, { type: 'VariableDeclarator' }>, twin: Twin, uses: Uses): boolean =>
  init?.type === 'ObjectExpression' &&
  init.properties.every(
    (property) => property.type === 'Property' && !property.computed && isPrimitive(property.value, twin),
  ) &&
  (twin.scopes.declarations.get(id)?.references ?? []).every((reference) => uses.reads.has(reference))

interface Uses {
  /** What is assigned anew somewhere, or has a property assigned: `counter += 1`, `Cache.size = 0`, `delete table.a`. */
  readonly changed: ReadonlySet<Binding>
  /** References that only have a property read, or all of them copied: `limits.max`, `{ ...limits }`. */
  readonly reads: ReadonlySet<Node>
}

/** The target of what changes something, if the node does. */
const changeTarget = (node: Node): Node | undefined => {
  switch (node.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.left
    case 'UpdateExpression':
      return node.argument
    case 'UnaryExpression':
      return node.operator === 'delete' ? node.argument : undefined
    default:
      return undefined
  }
}

const contains = (node: Node, isIt: (part: Node) => boolean): boolean => {
  let found = isIt(node)
  if (!found) forEachChild(node, (child) => (found ||= contains(child, isIt)))
  return found
}

/** Of a static method, `this` is the class. */
const changesThis = (method: Node): boolean =>
  contains(method, (part) => {
    const target = changeTarget(part)
    return target !== undefined && contains(target, ({ type }) => type === 'ThisExpression')
  })

const usesOf = ({ program, scopes }: Twin): Uses => {
  const changed = new Set<Binding>()
  const reads = new Set<Node>()
  for (const binding of scopes.declarations.values()) if (binding.writes.length > 0) changed.add(binding)
  const change = (target: Node): void => {
    if (target.type !== 'MemberExpression')
      return target.type === 'Identifier' ? undefined : forEachChild(target, change)
    let root: Node = target
    while (root.type === 'MemberExpression') root = root.object
    const binding = scopes.references.get(root)
    if (binding !== undefined) changed.add(binding)
  }
  const visit = (node: Node): void => {
    const target = changeTarget(node)
    if (target !== undefined) change(target)
    if (node.type === 'MemberExpression') reads.add(node.object)
    if (node.type === 'SpreadElement') reads.add(node.argument)
    forEachChild(node, visit)
  }
  visit(program)
  return { changed, reads }
}

/** `globalThis.seen = 1` and `this.constructor.count += 1` change what no binding tells. */
const reachesOut = (node: Node, { scopes }: Twin): boolean =>
  contains(node, (part) => {
    if (part.type === 'Identifier') return globalObjects.has(part.name) && scopes.references.get(part) === undefined
    const target = changeTarget(part)
    return target !== undefined && contains(target, (step) => step.type === 'Identifier' && step.name === 'constructor')
  })
