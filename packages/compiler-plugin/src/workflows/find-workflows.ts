// The workflow classes of the twin: those whose decorator is Foliot's Workflow under whatever name it was imported. What
// is wrong with a declaration is reported here; what the code does is the rules' matter.
import type { Class, Node } from 'oxc-parser'
import type { Diagnostic } from '../report/diagnostic.js'
import { placeDiagnostic } from '../report/place-diagnostic.js'
import { workflowModule } from '../modules/framework-module.js'
import type { SourcePosition } from '../twin/source-positions.js'
import type { Twin } from '../twin/twin.js'
import type { Unit } from '../twin/units.js'
import { forEachChild, isClass } from '../twin/walk.js'
import { readWorkflowName } from './workflow-name.js'

export interface FoundWorkflow {
  readonly type: string
  readonly className: string
  readonly position: SourcePosition | undefined
  readonly unit: Unit
}

export interface FoundWorkflows {
  /** By type. */
  readonly workflows: readonly FoundWorkflow[]
  readonly diagnostics: readonly Diagnostic[]
}

export const findWorkflows = (twin: Twin): FoundWorkflows => {
  const { scopes, values, units, positions } = twin
  const workflows: FoundWorkflow[] = []
  const diagnostics: Diagnostic[] = []

  const isFramework = (expression: Node, name: string): boolean => {
    const path = values.pathOf(expression.type === 'CallExpression' ? expression.callee : expression)
    return path?.module === workflowModule && path.keys.length === 1 && path.keys[0] === name
  }

  const report = (rule: string, node: Node, message: string, instead: string): void => {
    diagnostics.push(placeDiagnostic(twin, node, { rule, severity: 'error', message, instead }))
  }

  const visitClass = (node: Class, name: string, nameAt: number, unit: Unit): void => {
    const decorator = node.decorators.find(({ expression }) => isFramework(expression, 'Workflow'))
    if (decorator === undefined) return
    const className = positions.originalName(nameAt) ?? nameInSource(name, decorator.start)
    const read = readWorkflowName(decorator.expression)
    if (typeof read === 'string') {
      report(
        'workflow-name',
        decorator,
        read,
        `@Workflow('${exampleName(className)}'), a name that stays when the class is renamed`,
      )
      return
    }
    const runs = runMethods(node)
    if (runs === 0) {
      report(
        'workflow-run',
        decorator,
        `${className} has no method marked with @Run(), so there is nothing to run.`,
        '@Run() async run(…) { … }',
      )
    } else if (runs !== undefined && runs > 1) {
      report(
        'workflow-run',
        decorator,
        `${className} has ${runs} methods marked with @Run(), and a run executes one.`,
        '@Run() on one method, that calls the others',
      )
    }
    const position = positions.locate(decorator.start)
    const other = workflows.find(({ type }) => type === read.name)
    if (other !== undefined) {
      const where =
        other.position === undefined ? '' : ` at ${other.position.file}:${other.position.line}:${other.position.column}`
      report(
        'duplicate-workflow',
        decorator,
        `'${read.name}' is the name of ${other.className}${where} too.`,
        'a name of its own for each workflow',
      )
      return
    }
    workflows.push({ type: read.name, className, position, unit })
  }

  /** esbuild makes up a name for a class that is exported as the default. */
  const nameInSource = (name: string, offset: number): string => {
    const file = positions.locate(offset)?.file
    const text = file === undefined ? undefined : positions.textOf(file)
    return text?.includes(name) === false ? 'default' : name
  }

  /** How many methods a run could execute; `undefined` when the class inherits from one that isn't known. */
  const runMethods = (node: Class): number | undefined => {
    const own = node.body.body.filter(
      (member) => 'decorators' in member && member.decorators.some(({ expression }) => isFramework(expression, 'Run')),
    ).length
    if (own > 0 || node.superClass === null) return own
    const parent = classOf(node.superClass)
    return parent && runMethods(parent)
  }

  const classOf = (node: Node): Class | undefined => {
    const binding = scopes.references.get(node)
    if (binding === undefined) return undefined
    const { origin } = binding
    const declared =
      origin.type === 'variable' && origin.path.length === 0
        ? origin.init
        : origin.type === 'class'
          ? origin.node
          : undefined
    return declared !== undefined && isClass(declared) ? declared : undefined
  }

  for (const unit of units.all) {
    const visit = (node: Node, id: Node | null | undefined): void => {
      if (isClass(node)) {
        const named = node.id ?? (id?.type === 'Identifier' ? id : undefined)
        visitClass(node, named?.name ?? 'default', named?.start ?? node.start, unit)
      }
      const ownId =
        node.type === 'VariableDeclarator' ? node.id : node.type === 'AssignmentExpression' ? node.left : undefined
      forEachChild(node, (child) => visit(child, ownId))
    }
    visit(unit.node, undefined)
  }
  workflows.sort((a, b) => (a.type < b.type ? -1 : 1))
  return { workflows, diagnostics }
}

const exampleName = (className: string): string =>
  className
    .replace(/_?default$/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase() || 'onboarding'
