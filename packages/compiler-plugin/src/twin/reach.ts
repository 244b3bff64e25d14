// What code a workflow can reach, by the grain of units: everything that its class refers to, and everything that runs
// when its module and the modules this imports are loaded. The later value-flow analysis narrows it.
import type { ModuleGraph } from './module-graph.js'
import type { Unit, Units } from './units.js'

export interface Reach {
  /** In an order that no other workflow of the bundle changes: by module as loaded, then as they stand in it. */
  readonly units: ReadonlySet<Unit>
  /** Of `units`, those that merely loading the modules reaches. */
  readonly onLoad: ReadonlySet<Unit>
}

export const reachOf = (workflow: Unit, units: Units, modules: ModuleGraph): Reach => {
  const loaded = workflow.module === undefined ? [] : modules.closureOf(workflow.module)
  const position = new Map(loaded.map((module, index) => [module, index]))
  const positionOf = ({ module }: Unit): number => (module === undefined ? -1 : (position.get(module) ?? loaded.length))

  const onLoad = follow(
    units.all.filter((unit) => unit.hasLoadEffects && unit !== workflow && position.has(unit.module ?? '')),
  )
  const reached = [...follow([workflow, ...onLoad])]
  return { units: new Set(reached.sort((a, b) => positionOf(a) - positionOf(b) || a.index - b.index)), onLoad }
}

const follow = (from: Iterable<Unit>): ReadonlySet<Unit> => {
  const seen = new Set(from)
  for (const unit of seen) for (const next of unit.dependsOn) seen.add(next)
  return seen
}
