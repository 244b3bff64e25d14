// The names of the business calendars that code asks for literally, so that a worker can say early that one is missing.
import type { Node } from 'oxc-parser'
import { calendarModule } from '../modules/framework-module.js'
import type { Twin } from '../twin/twin.js'
import type { Unit } from '../twin/units.js'
import { forEachChild } from '../twin/walk.js'

/** Which argument of a call names the calendar. */
const calendarArgument: ReadonlyMap<string, number> = new Map([
  ['timerBusinessDays', 2],
  ['businessDaysFromNow', 2],
  ['timerBusinessHours', 2],
  ['startBusinessTimer', 2],
])

export const usedCalendars = ({ values, dead }: Twin, unit: Unit): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (node: Node): void => {
    if (dead.has(node)) return
    if (node.type === 'CallExpression') {
      const path = values.pathOf(node.callee)
      const index = path?.module === calendarModule ? calendarArgument.get(path.keys.join('.')) : undefined
      const argument = index === undefined ? undefined : node.arguments[index]
      const name = argument && values.constantOf(argument)?.value
      if (typeof name === 'string') names.add(name)
    }
    forEachChild(node, visit)
  }
  visit(unit.node)
  return names
}
