// no-process: what depends on the process or the machine.
import { sinks, type Rule } from './rule.js'

const instead = 'an argument of the run, or an activity that reads it: both are recorded'

export const noProcess: Rule = {
  id: 'no-process',
  problem: 'differs from process to process. A replay on another machine, or after a deployment, reads something else.',
  inPackages: 'when-absent',
  globals: [
    ...sinks('process navigator', { use: 'read', sandbox: 'absent', instead }),
    ...sinks('__dirname __filename', { use: 'read', sandbox: 'absent', instead }),
  ],
  syntax: (node) =>
    node.type === 'MetaProperty' && node.meta.name === 'import' ? { label: 'import.meta', instead } : undefined,
}
