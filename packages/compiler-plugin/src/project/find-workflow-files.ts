// The files to bundle: those that were named, and in folders those whose text decorates a class with Foliot's @Workflow.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type Node, type Program } from 'oxc-parser'
import { workflowModule } from '../modules/framework-module.js'
import { forEachChild, isClass } from '../twin/walk.js'

export interface WorkflowFiles {
  /** Absolute paths in a fixed order. */
  readonly files: readonly string[]
  /** Of `files`, those that were named: each must bring a workflow. */
  readonly named: readonly string[]
  /** Paths that don't exist. */
  readonly missing: readonly string[]
  /** Folders that were looked through. */
  readonly folders: readonly string[]
}

const sourcePattern = /\.(ts|mts|cts|tsx|js|mjs|cjs|jsx)$/
const otherPattern = /(\.d\.[cm]?ts|\.(test|spec)\.[cm]?[jt]sx?)$/

export const findWorkflowFiles = (paths: readonly string[]): WorkflowFiles => {
  const found = new Set<string>()
  const named = new Set<string>()
  const missing: string[] = []
  const folders: string[] = []
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) {
      missing.push(path)
    } else if (stats.isDirectory()) {
      folders.push(path)
      for (const file of sourceFilesIn(path)) if (declaresWorkflow(file)) found.add(file)
    } else {
      found.add(path)
      named.add(path)
    }
  }
  return { files: [...found].sort(), named: [...named].sort(), missing, folders }
}

const sourceFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : sourceFilesIn(path)
    return sourcePattern.test(entry.name) && !otherPattern.test(entry.name) ? [path] : []
  })

const declaresWorkflow = (file: string): boolean => {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(workflowModule) || !text.includes('Workflow')) return false
  const { program, errors } = parseSync(file, text)
  // The bundler says what is wrong with it.
  if (errors.length > 0) return true
  const { direct, namespaces } = importedDecorators(program)
  let found = false
  const visit = (node: Node): void => {
    if (found) return
    if (isClass(node))
      found = node.decorators.some(({ expression }) => isWorkflowDecorator(expression, direct, namespaces))
    forEachChild(node, visit)
  }
  visit(program)
  return found
}

/** The local names of `Workflow`, and of namespaces that hold it. */
const importedDecorators = (program: Program) => {
  const direct = new Set<string>()
  const namespaces = new Set<string>()
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== workflowModule) continue
    for (const specifier of statement.specifiers) {
      if (specifier.type === 'ImportNamespaceSpecifier') namespaces.add(specifier.local.name)
      else if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier') {
        if (specifier.imported.name === 'Workflow') direct.add(specifier.local.name)
      }
    }
  }
  return { direct, namespaces }
}

const isWorkflowDecorator = (
  expression: Node,
  direct: ReadonlySet<string>,
  namespaces: ReadonlySet<string>,
): boolean => {
  const callee = expression.type === 'CallExpression' ? expression.callee : expression
  if (callee.type === 'Identifier') return direct.has(callee.name)
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    namespaces.has(callee.object.name) &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'Workflow'
  )
}
