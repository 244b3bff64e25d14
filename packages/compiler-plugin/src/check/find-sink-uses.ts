// Finds every use of a rule's sink in the twin, whoever reaches it. Aliases and destructuring are followed; code that
// can't run in the sandbox and what stands inside sideEffect(() => …) are left out.
import type { CallExpression, NewExpression, Node, VariableDeclarator } from 'oxc-parser'
import type { GlobalSink, Rule } from '../rules/rule.js'
import { workflowModule } from '../modules/framework-module.js'
import type { ValuePath } from '../twin/static-values.js'
import type { Twin } from '../twin/twin.js'
import type { Unit } from '../twin/units.js'
import { forEachChild, isClass, isFunction, staticKey } from '../twin/walk.js'
import type { SinkUse } from './sink-use.js'

interface Context {
  readonly unit: Unit
  readonly isGuarded: boolean
  readonly isOnLoad: boolean
  /** Inside sideEffect(…): the clock and chance are the host's there, and what comes of them is recorded. */
  readonly isRecorded: boolean
}

interface RuleSink {
  readonly rule: Rule
  readonly sink: GlobalSink
}

export interface FoundSinks {
  readonly uses: readonly SinkUse[]
  /** `module specifier` pairs of built-in modules that a CommonJS module needs when it is loaded. */
  readonly eagerRequires: ReadonlySet<string>
}

const recordable: ReadonlySet<string> = new Set(['no-wall-clock', 'no-random'])

export const findSinkUses = (twin: Twin, rules: readonly Rule[]): FoundSinks => {
  const { values, scopes, dead, units } = twin
  const uses: SinkUse[] = []
  const eagerRequires = new Set<string>()
  const recordedFunctions = functionsOfSideEffects(twin)

  const byUse = {
    read: new Map<string, RuleSink>(),
    call: new Map<string, RuleSink>(),
    'call-for-now': new Map<string, RuleSink>(),
  }
  for (const rule of rules) for (const sink of rule.globals ?? []) byUse[sink.use].set(sink.name, { rule, sink })

  const report = (
    context: Context,
    node: Node,
    use: Pick<SinkUse, 'rule' | 'label' | 'instead' | 'sandbox' | 'specifier'>,
  ): void => {
    if (context.isRecorded && use.sandbox === 'virtual' && recordable.has(use.rule.id)) return
    uses.push({ ...use, node, unit: context.unit, isGuarded: context.isGuarded, isOnLoad: context.isOnLoad })
  }

  const reportGlobal = (context: Context, node: Node, { rule, sink }: RuleSink, label: string): void =>
    report(context, node, { rule, label, instead: sink.instead, sandbox: sink.sandbox })

  /** The sink that reading `path` reads, if any. */
  const sinkRead = ({ module, keys }: ValuePath): RuleSink | undefined => {
    if (module !== undefined) return undefined
    for (let length = 1; length <= keys.length; length++) {
      const found = byUse.read.get(keys.slice(0, length).join('.'))
      if (found !== undefined) return found
    }
    return undefined
  }

  const reportModule = (context: Context, node: Node, { module, keys }: ValuePath): boolean => {
    for (const rule of module === undefined ? [] : rules) {
      const instead = rule.module?.(module ?? '')
      if (instead === undefined || module === undefined) continue
      const name = keys.filter((key, index) => index > 0 || key !== 'default').join('.')
      const label = name === '' ? module : `${name} of ${module}`
      report(context, node, { rule, label, instead, sandbox: 'absent', specifier: module })
      return true
    }
    return false
  }

  /** A use of a value that is known by its path. False when the node has to be looked into. */
  const visitPath = (node: Node, context: Context): boolean => {
    const path = values.pathOf(node)
    if (path === undefined) return false
    const isName = node.type === 'Identifier'
    if (reportModule(context, node, path)) return true
    // A local name for a sink was reported where it was given.
    const sink = isName && scopes.references.get(node) !== undefined ? undefined : sinkRead(path)
    if (sink !== undefined) {
      const isGuarded = context.isGuarded || startsAtGlobalThis(node)
      reportGlobal({ ...context, isGuarded }, node, sink, path.keys.join('.'))
    }
    return isName || sink !== undefined
  }

  const visitCall = (node: CallExpression | NewExpression, context: Context): void => {
    const callee = constructorPath(node.callee)
    const name = callee !== undefined && callee.module === undefined ? callee.keys.join('.') : undefined
    const [first, second] = node.arguments
    const isForNow =
      (node.type === 'CallExpression' && name === 'Date') || first === undefined || first.type === 'SpreadElement'
    const sink =
      name === undefined
        ? undefined
        : (byUse.call.get(name) ?? (isForNow ? byUse['call-for-now'].get(name) : undefined))
    if (sink !== undefined) reportGlobal(context, node, sink, `${node.type === 'NewExpression' ? 'new ' : ''}${name}()`)

    if (name === 'Reflect.construct' && second?.type === 'ArrayExpression' && second.elements.length === 0 && first) {
      const target = values.pathOf(first)
      const built = target?.module === undefined ? byUse['call-for-now'].get(target?.keys.join('.') ?? '') : undefined
      if (built !== undefined) reportGlobal(context, node, built, `new ${built.sink.name}()`)
    }

    const got = values.pathOf(node)
    if (got !== undefined && got.module === undefined) {
      const read = sinkRead(got)
      if (read !== undefined) reportGlobal(context, node, read, got.keys.join('.'))
    }
    if (got?.module !== undefined) {
      // Getting hold of a module is no use of it yet.
      if (context.isOnLoad && !context.isGuarded) eagerRequires.add(`${context.unit.module} ${got.module}`)
      return
    }
    const isSideEffect = callee?.module === workflowModule && callee.keys.join('.') === 'sideEffect'
    visit(node.callee, context)
    for (const argument of node.arguments) visit(argument, isSideEffect ? { ...context, isRecorded: true } : context)
  }

  /** Like `pathOf`, and through a class that only extends what the path leads to. */
  const constructorPath = (callee: Node): ValuePath | undefined => {
    const direct = values.pathOf(callee)
    if (direct !== undefined) return direct
    const origin = scopes.references.get(callee)?.origin
    const declared =
      origin?.type === 'class'
        ? origin.node
        : origin?.type === 'variable' && origin.path.length === 0
          ? origin.init
          : undefined
    if (declared === undefined || !isClass(declared) || declared.superClass === null) return undefined
    const hasConstructor = declared.body.body.some(
      (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
    )
    return hasConstructor ? undefined : constructorPath(declared.superClass)
  }

  const visitDeclarator = ({ id, init }: VariableDeclarator, context: Context): void => {
    const path = init === null ? undefined : values.pathOf(init)
    // A module's names are reported where they are used; here it is only got hold of.
    const got = path?.module === undefined ? init : calledIn(init)
    if (got) visit(got, context)
    if (id.type !== 'ObjectPattern') return visit(id, context)
    const visitPattern = (pattern: Node, from: ValuePath | undefined): void => {
      if (pattern.type === 'AssignmentPattern') {
        visitPattern(pattern.left, from)
        return visit(pattern.right, context)
      }
      if (pattern.type !== 'ObjectPattern') return
      for (const property of pattern.properties) {
        if (property.type !== 'Property') continue
        if (property.computed) visit(property.key, context)
        const key = staticKey(property.key, property.computed) ?? values.constantOf(property.key)?.value
        const inner = from && typeof key === 'string' ? { ...from, keys: [...from.keys, key] } : undefined
        // What contains it was reported with the initialiser.
        const sink = inner && from && sinkRead(from) === undefined ? sinkRead(inner) : undefined
        if (sink !== undefined) reportGlobal(context, property, sink, inner?.keys.join('.') ?? '')
        visitPattern(property.value, inner)
      }
    }
    visitPattern(id, path)
  }

  const visit = (node: Node, context: Context): void => {
    if (dead.has(node)) return
    for (const rule of rules) {
      const found = rule.syntax?.(node)
      if (found !== undefined) report(context, node, { rule, ...found, sandbox: 'absent' })
    }
    if (isFunction(node)) {
      const isRecorded = context.isRecorded || recordedFunctions.has(node)
      return forEachChild(node, (child) => visit(child, { ...context, isRecorded, isOnLoad: false }))
    }
    switch (node.type) {
      case 'CallExpression':
        if (isModuleWrapper(node)) return visitModule(node, context)
        return visitCall(node, context)
      case 'NewExpression':
        return visitCall(node, context)
      case 'VariableDeclarator':
        return visitDeclarator(node, context)
      case 'Identifier':
        if (scopes.references.has(node)) visitPath(node, context)
        return
      case 'MemberExpression':
        if (visitPath(node, context)) return
        visit(node.object, context)
        if (node.computed) visit(node.property, context)
        return
      case 'UnaryExpression':
        // Asking whether it is there reads nothing.
        if (node.operator === 'typeof' && values.pathOf(node.argument) !== undefined) return
        return visit(node.argument, context)
      case 'BinaryExpression':
        visit(node.left, context)
        return visit(node.right, node.operator === 'instanceof' ? { ...context, isGuarded: true } : context)
      case 'AssignmentExpression':
        if (node.left.type !== 'MemberExpression' || values.pathOf(node.left) === undefined) visit(node.left, context)
        return visit(node.right, context)
      case 'PropertyDefinition':
        return forEachChild(node, (child) => visit(child, { ...context, isOnLoad: context.isOnLoad && node.static }))
      case 'TryStatement':
        visit(node.block, { ...context, isGuarded: node.handler !== null || context.isGuarded })
        if (node.handler) visit(node.handler, context)
        if (node.finalizer) visit(node.finalizer, context)
        return
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'SwitchStatement':
      case 'LogicalExpression':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
        return forEachChild(node, (child) => visit(child, { ...context, isOnLoad: false }))
      default:
        return forEachChild(node, (child) => visit(child, context))
    }
  }

  /** A CommonJS module: what stands in it runs when it is loaded, as at any module's top level. */
  const visitModule = (node: CallExpression, context: Context): void => {
    for (const argument of node.arguments) {
      if (argument.type !== 'ObjectExpression') continue
      for (const property of argument.properties) {
        const body = property.type === 'Property' && isFunction(property.value) ? property.value.body : undefined
        if (body) visit(body, context)
      }
    }
  }

  for (const unit of units.all) {
    if (unit.module !== undefined) visit(unit.node, { unit, isGuarded: false, isOnLoad: true, isRecorded: false })
  }
  return { uses, eagerRequires }
}

const startsAtGlobalThis = (node: Node): boolean => {
  if (node.type === 'MemberExpression') return startsAtGlobalThis(node.object)
  if (node.type === 'ChainExpression') return startsAtGlobalThis(node.expression)
  return node.type === 'Identifier' && node.name === 'globalThis'
}

/** The call at the bottom of `require('fs').promises`. */
const calledIn = (node: Node | null): Node | undefined => {
  if (node?.type === 'MemberExpression') return calledIn(node.object)
  return node?.type === 'CallExpression' ? node : undefined
}

const isModuleWrapper = ({ callee }: CallExpression): boolean =>
  callee.type === 'Identifier' && (callee.name === '__commonJS' || callee.name === '__esm')

/** Functions that are named and handed to sideEffect, and nowhere else. */
const functionsOfSideEffects = ({ program, scopes, values }: Twin): ReadonlySet<Node> => {
  const handed = new Set<Node>()
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && node.arguments[0]?.type === 'Identifier') {
      const path = values.pathOf(node.callee)
      if (path?.module === workflowModule && path.keys.join('.') === 'sideEffect') handed.add(node.arguments[0])
    }
    forEachChild(node, visit)
  }
  visit(program)

  const functions = new Set<Node>()
  for (const identifier of handed) {
    const binding = scopes.references.get(identifier)
    if (binding === undefined || binding.writes.length > 0 || !binding.references.every((use) => handed.has(use)))
      continue
    if (binding.origin.type === 'function') functions.add(binding.origin.node)
    if (binding.origin.type === 'variable' && isFunction(binding.origin.init)) functions.add(binding.origin.init)
  }
  return functions
}
