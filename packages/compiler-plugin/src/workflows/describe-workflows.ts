// What the manifest says about each workflow.
import type { BundleWorkflow } from '@foliot/core/bundle'
import type { ReachedWorkflow } from './reached-workflow.js'
import type { Twin } from '../twin/twin.js'
import type { Unit } from '../twin/units.js'
import { usedActivities } from './used-activities.js'
import { usedCalendars } from './used-calendars.js'
import { workflowHasher } from './workflow-hash.js'

export const describeWorkflows = (twin: Twin, workflows: readonly ReachedWorkflow[]): readonly BundleWorkflow[] => {
  const hash = workflowHasher(twin)
  const activities = overUnits((unit) => usedActivities(twin, unit))
  const calendars = overUnits((unit) => usedCalendars(twin, unit))
  return workflows.map(({ type, className, position, unit, reach }) => ({
    type,
    className,
    file: position?.file ?? unit.module ?? '',
    hash: hash(unit, reach),
    activities: activities(reach.units),
    calendars: calendars(reach.units),
  }))
}

/** The sorted union of what units have; each unit is looked at once, however many workflows share it. */
const overUnits = (namesOf: (unit: Unit) => ReadonlySet<string>): ((units: Iterable<Unit>) => readonly string[]) => {
  const known = new Map<Unit, ReadonlySet<string>>()
  return (units) => {
    const all = new Set<string>()
    for (const unit of units) {
      const names = known.get(unit) ?? namesOf(unit)
      known.set(unit, names)
      for (const name of names) all.add(name)
    }
    return [...all].sort()
  }
}
