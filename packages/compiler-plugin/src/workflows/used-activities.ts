// The names of the activities that code calls through stubs: `activities<…>('email')` and then `email.sendWelcome(…)`.
// Calls whose name is computed are missing; the list is for checks and for people, not for running.
import type { Node } from 'oxc-parser'
import { workflowModule } from '../modules/framework-module.js'
import type { Twin } from '../twin/twin.js'
import type { Unit } from '../twin/units.js'
import { forEachChild, isClass, staticKey } from '../twin/walk.js'

export const usedActivities = ({ values, scopes, dead }: Twin, unit: Unit): ReadonlySet<string> => {
  const names = new Set<string>()

  /** What stands before the method's name; `undefined` for anything but a stub. */
  const prefixOf = (node: Node): string | undefined => {
    if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression') return prefixOf(node.expression)
    if (node.type === 'Identifier') {
      const binding = scopes.references.get(node)
      if (binding?.origin.type !== 'variable' || binding.origin.path.length > 0 || binding.writes.length > 0)
        return undefined
      return prefixOf(binding.origin.init)
    }
    if (node.type !== 'CallExpression') return undefined
    const path = values.pathOf(node.callee)
    if (path?.module !== workflowModule || path.keys.join('.') !== 'activities') return undefined
    const first = node.arguments[0]
    if (first === undefined || first.type === 'ObjectExpression') return ''
    const namespace = values.constantOf(first)?.value
    return typeof namespace === 'string' ? `${namespace}.` : undefined
  }

  const add = (prefix: string | undefined, key: string | undefined): void => {
    if (prefix !== undefined && key !== undefined) names.add(prefix + key)
  }

  /** @param fields the stubs in the fields of the class around */
  const visit = (node: Node, fields: ReadonlyMap<string, string>): void => {
    if (dead.has(node)) return
    if (isClass(node)) {
      const own = new Map<string, string>()
      for (const member of node.body.body) {
        if (member.type !== 'PropertyDefinition' || member.value === null) continue
        const key = staticKey(member.key, member.computed)
        const prefix = prefixOf(member.value)
        if (key !== undefined && prefix !== undefined) own.set(key, prefix)
      }
      forEachChild(node, (child) => visit(child, own))
      return
    }
    if (node.type === 'MemberExpression') {
      const { object } = node
      const field =
        object.type === 'MemberExpression' && object.object.type === 'ThisExpression'
          ? staticKey(object.property, object.computed)
          : undefined
      add(field === undefined ? prefixOf(object) : fields.get(field), staticKey(node.property, node.computed))
    }
    if (node.type === 'VariableDeclarator' && node.init !== null && node.id.type === 'ObjectPattern') {
      const prefix = prefixOf(node.init)
      for (const property of node.id.properties) {
        if (property.type === 'Property') add(prefix, staticKey(property.key, property.computed))
      }
    }
    forEachChild(node, (child) => visit(child, fields))
  }

  visit(unit.node, new Map())
  return names
}
