// no-node-builtin: use of a module that is built into Node. An import whose names are never used is harmless.
import { isNodeBuiltin } from '../modules/node-builtins.js'
import { sinks, type Rule } from './rule.js'

const activity = 'an activity: it runs in Node, and its result is recorded'

const insteadOf: ReadonlyMap<string, string> = new Map([
  ['timers', "sleep(…) from '@foliot/core/workflow': a durable timer"],
  ['timers/promises', "sleep(…) from '@foliot/core/workflow': a durable timer"],
  ['crypto', "uuid() or random() from '@foliot/core/workflow', or an activity"],
  ['perf_hooks', "now() from '@foliot/core/workflow'"],
  ['buffer', 'Uint8Array with TextEncoder and TextDecoder'],
])

export const noNodeBuiltin: Rule = {
  id: 'no-node-builtin',
  problem:
    "belongs to Node, and a workflow doesn't run in Node: what it gives depends on the machine, and a replay can't repeat it.",
  inPackages: 'when-absent',
  globals: sinks('Buffer', {
    use: 'read',
    sandbox: 'absent',
    instead: 'Uint8Array with TextEncoder and TextDecoder, or atob and btoa',
  }),
  module: (specifier) =>
    isNodeBuiltin(specifier) ? (insteadOf.get(specifier.replace(/^node:/, '')) ?? activity) : undefined,
}
