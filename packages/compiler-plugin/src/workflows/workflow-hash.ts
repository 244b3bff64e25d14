// A workflow's identity: a hash over the code it reaches, in a form that keeps what the code does and drops what other
// code, comments, formatting and folders could change. Names that the bundler chose are replaced by the order in which
// they are met; Foliot's own modules count by name, since the manifest gives their version.
import { createHash } from 'node:crypto'
import type { Node } from 'oxc-parser'
import type { Reach } from '../twin/reach.js'
import type { Binding } from '../twin/scopes.js'
import type { Twin } from '../twin/twin.js'
import type { Unit } from '../twin/units.js'
import { isClass, isFunction } from '../twin/walk.js'

interface UnitForm {
  readonly digest: string
  /** The units it refers to, in the order of its text. */
  readonly refersTo: readonly Unit[]
}

const ignoredKeys = new Set(['type', 'start', 'end', 'parent', 'raw', 'shorthand', 'range'])

export const workflowHasher = (twin: Twin): ((workflow: Unit, reach: Reach) => string) => {
  const forms = new Map<Unit, UnitForm>()
  const formOf = (unit: Unit): UnitForm => {
    const form = forms.get(unit) ?? unitForm(unit, twin)
    forms.set(unit, form)
    return form
  }

  return (workflow, reach) => {
    const numbers = new Map<Unit, number>()
    const hash = createHash('sha256')
    const queue: Unit[] = []
    const number = (unit: Unit): number => {
      const known = numbers.get(unit)
      if (known !== undefined) return known
      numbers.set(unit, numbers.size)
      queue.push(unit)
      return numbers.size - 1
    }
    const drain = (): void => {
      for (let unit = queue.shift(); unit !== undefined; unit = queue.shift()) {
        const { digest, refersTo } = formOf(unit)
        hash.update(`${digest}:${refersTo.map(number).join(',')};`)
      }
    }
    number(workflow)
    drain()
    // What is reached otherwise: effects of loading, and whatever changes what the code reads.
    for (const unit of reach.units) {
      if (unit.module !== undefined) number(unit)
      drain()
    }
    return hash.digest('hex')
  }
}

const unitForm = (unit: Unit, { scopes, units, positions }: Twin): UnitForm => {
  const refersTo: Unit[] = []
  const locals = new Map<Binding, number>()
  const text: string[] = []

  const local = (binding: Binding): string => {
    const number = locals.get(binding) ?? locals.size
    locals.set(binding, number)
    return `local ${number}`
  }

  const meaning = (node: Extract<Node, { type: 'Identifier' }>): string => {
    const declared = scopes.declarations.get(node)
    if (declared !== undefined) return local(declared)
    if (!scopes.references.has(node)) return `name ${node.name}`
    const binding = scopes.references.get(node)
    if (binding === undefined) return `global ${node.name}`
    if (binding.origin.type === 'import') return `import ${binding.origin.source} ${binding.origin.imported ?? '*'}`
    const other = binding.topLevel ? units.unitOf(binding) : undefined
    if (other === undefined || other === unit) return local(binding)
    // What the bundler adds is the same for one version of it.
    if (other.module === undefined) return `bundler ${binding.name}`
    const index = refersTo.indexOf(other)
    if (index === -1) refersTo.push(other)
    return `unit ${index === -1 ? refersTo.length - 1 : index} ${other.bindings.indexOf(binding)}`
  }

  const nameOf = (id: Node | null | undefined): string =>
    id?.type === 'Identifier' ? `called ${positions.originalName(id.start) ?? id.name}` : ''

  const write = (value: unknown): void => {
    if (Array.isArray(value)) {
      text.push('[')
      value.forEach(write)
      text.push(']')
    } else if (isRecord(value)) {
      if (typeof value['type'] === 'string') writeNode(value as unknown as Node)
      else text.push(JSON.stringify(value))
    } else {
      text.push(typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'undefined'))
    }
  }

  const writeNode = (node: Node): void => {
    text.push(`(${node.type}`)
    if (node.type === 'Identifier') {
      text.push(meaning(node))
    } else if (node.type === 'Literal') {
      text.push(
        'regex' in node
          ? JSON.stringify(node.regex)
          : 'bigint' in node
            ? `${node.bigint}n`
            : JSON.stringify(node.value),
      )
    } else if (isModuleWrapper(node)) {
      // Its property is named after the module's file.
      write(
        node.arguments.map((argument) =>
          argument.type === 'ObjectExpression' ? argument.properties.map(valueOf) : argument,
        ),
      )
    } else {
      if (isClass(node)) text.push(nameOf(node.id))
      if (node.type === 'VariableDeclarator' && node.init && (isClass(node.init) || isFunction(node.init)))
        text.push(nameOf(node.id))
      for (const [key, value] of Object.entries(node)) if (!ignoredKeys.has(key)) write(value)
    }
    text.push(')')
  }

  writeNode(unit.node)
  return { digest: createHash('sha256').update(text.join(' ')).digest('hex'), refersTo }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isModuleWrapper = (node: Node): node is Extract<Node, { type: 'CallExpression' }> =>
  node.type === 'CallExpression' &&
  node.callee.type === 'Identifier' &&
  (node.callee.name === '__commonJS' || node.callee.name === '__esm')

const valueOf = (property: Node): Node => (property.type === 'Property' ? property.value : property)
