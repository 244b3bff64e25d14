// no-gc-observation: whether something was collected already.
import { sinks, type Rule } from './rule.js'

export const noGcObservation: Rule = {
  id: 'no-gc-observation',
  problem: 'shows when memory is collected, and that happens at other moments in a replay.',
  inPackages: 'when-absent',
  globals: sinks('WeakRef FinalizationRegistry', { use: 'read', sandbox: 'absent', instead: 'a Map or a WeakMap' }),
}
