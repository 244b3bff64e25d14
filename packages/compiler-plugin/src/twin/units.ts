// The top level of the twin, cut into units: one per declared variable, function, class or other statement, with what
// each needs. A unit is the grain of reachability and of a workflow's hash.
import type { Comment, Node, Program } from 'oxc-parser'
import type { Binding, Scopes } from './scopes.js'
import { forEachChild, isClass, isFunction } from './walk.js'

export interface Unit {
  readonly index: number
  /** The metafile's name of the module it comes from; absent for what esbuild adds. */
  readonly module?: string
  readonly node: Node
  /** What it declares; nothing for a statement. */
  readonly bindings: readonly Binding[]
  /** True when merely loading its module does something. */
  readonly hasLoadEffects: boolean
  /** The units it refers to, and those that write to or add to what it declares. */
  readonly dependsOn: ReadonlySet<Unit>
}

export interface Units {
  readonly all: readonly Unit[]
  /** The unit that declares a top-level binding. */
  unitOf(binding: Binding): Unit | undefined
}

interface OpenUnit extends Unit {
  readonly dependsOn: Set<Unit>
}

export interface UnitsInput {
  readonly program: Program
  readonly comments: readonly Comment[]
  readonly scopes: Scopes
  readonly dead: ReadonlySet<Node>
  readonly isModule: (path: string) => boolean
  readonly isPure: (node: Node) => boolean
}

export const cutIntoUnits = ({ program, comments, scopes, dead, isModule, isPure }: UnitsInput): Units => {
  const all: OpenUnit[] = []
  const unitByBinding = new Map<Binding, OpenUnit>()

  const bindingsOf = (node: Node): readonly Binding[] => {
    const found: Binding[] = []
    const collect = (part: Node): void => {
      const binding = scopes.declarations.get(part)
      if (binding !== undefined) found.push(binding)
      else if (part.type === 'Property') collect(part.value)
      else if (part.type === 'AssignmentPattern') collect(part.left)
      else forEachChild(part, collect)
    }
    /** A `var` inside a block of the top level. */
    const collectTopLevel = (part: Node): void => {
      const binding = scopes.declarations.get(part)
      if (binding?.topLevel === true) found.push(binding)
      if (!isFunction(part)) forEachChild(part, collectTopLevel)
    }
    if (node.type === 'VariableDeclarator') collect(node.id)
    else if (isFunction(node) || isClass(node)) {
      if (node.id) collect(node.id)
    } else collectTopLevel(node)
    return found
  }

  const add = (node: Node, module: string | undefined, hasLoadEffects: boolean): void => {
    const bindings = bindingsOf(node)
    const unit: OpenUnit = {
      index: all.length,
      ...(module === undefined ? {} : { module }),
      node,
      bindings,
      hasLoadEffects,
      dependsOn: new Set(),
    }
    all.push(unit)
    for (const binding of bindings) unitByBinding.set(binding, unit)
  }

  const moduleAt = moduleSegments(comments, program.body, isModule)
  for (const statement of program.body) {
    const module = moduleAt(statement.start)
    if (statement.type === 'ImportDeclaration') continue
    if (statement.type === 'VariableDeclaration') {
      for (const declarator of statement.declarations) {
        const isPlain = declarator.init === null || isPure(declarator.init)
        add(declarator, module, module !== undefined && !isPlain)
      }
    } else if (isFunction(statement) || isClass(statement)) {
      add(statement, module, !isPure(statement))
    } else {
      add(statement, module, changedBinding(statement, scopes) === undefined || !isPureChange(statement, isPure))
    }
  }

  for (const unit of all) {
    const changed = changedBinding(unit.node, scopes)
    if (changed !== undefined) unitByBinding.get(changed)?.dependsOn.add(unit)
    const visit = (node: Node): void => {
      if (dead.has(node)) return
      const binding = scopes.references.get(node)
      const declaring = binding?.topLevel === true ? unitByBinding.get(binding) : undefined
      if (declaring !== undefined && declaring !== unit) {
        unit.dependsOn.add(declaring)
        if (binding?.writes.some((write) => write === node)) declaring.dependsOn.add(unit)
      }
      forEachChild(node, visit)
    }
    visit(unit.node)
  }

  return { all, unitOf: (binding) => unitByBinding.get(binding) }
}

/** `X.a.b = …` and esbuild's `__export(X, …)` only change X. */
const changedBinding = (statement: Node, scopes: Scopes): Binding | undefined => {
  if (statement.type !== 'ExpressionStatement') return undefined
  const { expression } = statement
  let target: Node | undefined
  if (expression.type === 'AssignmentExpression' && expression.left.type === 'MemberExpression') {
    target = expression.left
    while (target.type === 'MemberExpression') target = target.object
  } else if (
    expression.type === 'CallExpression' &&
    expression.callee.type === 'Identifier' &&
    expression.callee.name === '__export'
  ) {
    target = expression.arguments[0]
  }
  const binding = target && scopes.references.get(target)
  return binding?.topLevel === true && binding.origin.type !== 'import' ? binding : undefined
}

const isPureChange = (statement: Node, isPure: (node: Node) => boolean): boolean => {
  if (statement.type !== 'ExpressionStatement') return false
  const { expression } = statement
  if (expression.type === 'AssignmentExpression') return isPure(expression.right)
  return expression.type === 'CallExpression' && expression.arguments.every(isPure)
}

/** esbuild writes the path of each module before its code. */
const moduleSegments = (
  comments: readonly Comment[],
  statements: readonly Node[],
  isModule: (path: string) => boolean,
): ((offset: number) => string | undefined) => {
  let next = 0
  const segments: { readonly start: number; readonly module: string }[] = []
  for (const comment of comments) {
    while ((statements[next]?.end ?? Infinity) <= comment.start) next++
    const isInside = (statements[next]?.start ?? Infinity) < comment.start
    const path = comment.value.trimStart()
    if (!isInside && comment.type === 'Line' && isModule(path)) segments.push({ start: comment.start, module: path })
  }
  let at = -1
  return (offset) => {
    while ((segments[at + 1]?.start ?? Infinity) < offset) at++
    return segments[at]?.module
  }
}
