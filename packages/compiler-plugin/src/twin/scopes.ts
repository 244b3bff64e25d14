// Which binding each identifier of a tree means. An identifier that is no reference (a property's name, a label) isn't
// listed; one that nothing declares is listed as `undefined`: a global.
import type { Class, Node, Program } from 'oxc-parser'
import { forEachChild, isClass, isFunction, staticKey, type FunctionNode, type Identifier } from './walk.js'

export type BindingOrigin =
  | { readonly type: 'import'; readonly source: string; /** Absent for a namespace. */ readonly imported?: string }
  /** `init` with the properties in `path` read from it. */
  | { readonly type: 'variable'; readonly init: Node; readonly path: readonly string[] }
  | { readonly type: 'function' | 'class'; readonly node: Node }
  /** A parameter, a caught error, an element of an array: a value that its declaration doesn't tell. */
  | { readonly type: 'unknown' }

export interface Binding {
  readonly name: string
  readonly topLevel: boolean
  readonly id: Identifier
  readonly origin: BindingOrigin
  readonly references: readonly Identifier[]
  /** Assignments other than its initialiser. */
  readonly writes: readonly Identifier[]
}

export interface Scopes {
  /** Every reference, in the order of the walk. */
  readonly references: ReadonlyMap<Node, Binding | undefined>
  /** Every declared name's identifier. */
  readonly declarations: ReadonlyMap<Node, Binding>
}

interface OpenBinding extends Binding {
  readonly references: Identifier[]
  readonly writes: Identifier[]
}

interface Scope {
  readonly names: Map<string, OpenBinding>
  readonly parent: Scope | undefined
  /** Where a `var` declared inside it belongs: itself, for a function's scope. */
  readonly varScope: Scope
}

const unknown: BindingOrigin = { type: 'unknown' }

export const resolveScopes = (program: Program): Scopes => {
  const declarations = new Map<Node, Binding>()
  const pending: { readonly id: Identifier; readonly scope: Scope; readonly isWrite: boolean }[] = []

  const openScope = (parent: Scope | undefined, holdsVars: boolean): Scope => {
    const scope = { names: new Map(), parent } as { -readonly [K in keyof Scope]: Scope[K] }
    scope.varScope = holdsVars || parent === undefined ? scope : parent.varScope
    return scope
  }
  const root = openScope(undefined, true)

  const declare = (id: Identifier, scope: Scope, origin: BindingOrigin): void => {
    const existing = scope.names.get(id.name)
    if (existing !== undefined) {
      declarations.set(id, existing)
      if (origin.type !== 'unknown') existing.writes.push(id)
      return
    }
    const binding: OpenBinding = { name: id.name, topLevel: scope === root, id, origin, references: [], writes: [] }
    scope.names.set(id.name, binding)
    declarations.set(id, binding)
  }

  /** Declares the names of a pattern; `origin` gives what the property path of a name reads from. */
  const declarePattern = (
    pattern: Node,
    scope: Scope,
    at: Scope,
    origin: (path: readonly string[] | undefined) => BindingOrigin,
    path: readonly string[] | undefined,
  ): void => {
    switch (pattern.type) {
      case 'Identifier':
        return declare(pattern, scope, origin(path))
      case 'AssignmentPattern':
        declarePattern(pattern.left, scope, at, origin, path)
        return visit(pattern.right, at)
      case 'ArrayPattern':
        for (const element of pattern.elements) if (element) declarePattern(element, scope, at, origin, undefined)
        return
      case 'RestElement':
        return declarePattern(pattern.argument, scope, at, origin, undefined)
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') {
            declarePattern(property, scope, at, origin, undefined)
            continue
          }
          if (property.computed) visit(property.key, at)
          const key = staticKey(property.key, property.computed)
          declarePattern(
            property.value,
            scope,
            at,
            origin,
            key === undefined || path === undefined ? undefined : [...path, key],
          )
        }
        return
      default:
        return visit(pattern, at)
    }
  }

  const visitChildren = (node: Node, scope: Scope): void => forEachChild(node, (child) => visit(child, scope))

  const visitFunction = (node: FunctionNode, outer: Scope): void => {
    const scope = openScope(outer, true)
    if (node.type === 'FunctionExpression' && node.id) declare(node.id, scope, { type: 'function', node })
    for (const parameter of node.params) declarePattern(parameter, scope, scope, () => unknown, undefined)
    if (node.body === null) return
    if (node.body.type === 'BlockStatement') visitChildren(node.body, scope)
    else visit(node.body, scope)
  }

  const visitClass = (node: Class, outer: Scope): void => {
    for (const decorator of node.decorators) visit(decorator, outer)
    const scope = openScope(outer, false)
    if (node.type === 'ClassExpression' && node.id) declare(node.id, scope, { type: 'class', node })
    if (node.superClass) visit(node.superClass, scope)
    visit(node.body, scope)
  }

  /** An assignment's left side: names in it are written. */
  const visitTarget = (target: Node, scope: Scope): void => {
    if (target.type === 'Identifier') {
      pending.push({ id: target, scope, isWrite: true })
    } else if (target.type === 'ObjectPattern' || target.type === 'ArrayPattern') {
      forEachChild(target, (child) => visitTarget(child, scope))
    } else if (target.type === 'Property') {
      if (target.computed) visit(target.key, scope)
      visitTarget(target.value, scope)
    } else if (target.type === 'AssignmentPattern') {
      visitTarget(target.left, scope)
      visit(target.right, scope)
    } else if (target.type === 'RestElement') {
      visitTarget(target.argument, scope)
    } else {
      visit(target, scope)
    }
  }

  const visit = (node: Node, scope: Scope): void => {
    if (isFunction(node)) {
      if (node.type === 'FunctionDeclaration' && node.id) declare(node.id, scope, { type: 'function', node })
      return visitFunction(node, scope)
    }
    if (isClass(node)) {
      if (node.type === 'ClassDeclaration' && node.id) declare(node.id, scope, { type: 'class', node })
      return visitClass(node, scope)
    }
    switch (node.type) {
      case 'Identifier':
        pending.push({ id: node, scope, isWrite: false })
        return
      case 'MemberExpression':
        visit(node.object, scope)
        if (node.computed) visit(node.property, scope)
        return
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
      case 'AccessorProperty':
        if ('decorators' in node) for (const decorator of node.decorators) visit(decorator, scope)
        if (node.computed) visit(node.key, scope)
        if (node.value) visit(node.value, scope)
        return
      case 'ImportDeclaration':
        for (const specifier of node.specifiers) {
          const origin = { type: 'import' as const, source: node.source.value }
          declare(
            specifier.local,
            scope,
            specifier.type === 'ImportNamespaceSpecifier'
              ? origin
              : {
                  ...origin,
                  imported: specifier.type === 'ImportDefaultSpecifier' ? 'default' : moduleName(specifier.imported),
                },
          )
        }
        return
      case 'ExportNamedDeclaration':
        if (node.declaration) visit(node.declaration, scope)
        if (!node.source) for (const specifier of node.specifiers) visit(specifier.local as Node, scope)
        return
      case 'ExportAllDeclaration':
      case 'MetaProperty':
      case 'BreakStatement':
      case 'ContinueStatement':
        return
      case 'LabeledStatement':
        return visit(node.body, scope)
      case 'VariableDeclaration': {
        const target = node.kind === 'var' ? scope.varScope : scope
        for (const { id, init } of node.declarations) {
          const origin = (path: readonly string[] | undefined): BindingOrigin =>
            init === null || path === undefined ? unknown : { type: 'variable', init, path }
          declarePattern(id, target, scope, origin, [])
          if (init) visit(init, scope)
        }
        return
      }
      case 'AssignmentExpression':
        visitTarget(node.left, scope)
        return visit(node.right, scope)
      case 'UpdateExpression':
        return visitTarget(node.argument, scope)
      case 'ForInStatement':
      case 'ForOfStatement': {
        const inner = openScope(scope, false)
        if (node.left.type === 'VariableDeclaration') visit(node.left, inner)
        else visitTarget(node.left, inner)
        visit(node.right, inner)
        return visit(node.body, inner)
      }
      case 'CatchClause': {
        const inner = openScope(scope, false)
        if (node.param) declarePattern(node.param, inner, inner, () => unknown, undefined)
        return visitChildren(node.body, inner)
      }
      case 'ForStatement':
      case 'BlockStatement':
      case 'SwitchStatement':
        return visitChildren(node, openScope(scope, false))
      case 'StaticBlock':
        return visitChildren(node, openScope(scope, true))
      default:
        return visitChildren(node, scope)
    }
  }

  visitChildren(program, root)

  const references = new Map<Node, Binding | undefined>()
  for (const { id, scope, isWrite } of pending) {
    let at: Scope | undefined = scope
    let binding: OpenBinding | undefined
    while (at !== undefined && binding === undefined) {
      binding = at.names.get(id.name)
      at = at.parent
    }
    references.set(id, binding)
    if (binding === undefined) continue
    if (isWrite) binding.writes.push(id)
    else binding.references.push(id)
  }
  return { references, declarations }
}

const moduleName = (name: Node): string => (name.type === 'Literal' ? String(name.value) : (name as Identifier).name)
