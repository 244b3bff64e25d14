// no-eval: code that isn't in the bundle.
import { sinks, type Rule } from './rule.js'

export const noEval: Rule = {
  id: 'no-eval',
  problem: 'runs code that is not in the bundle: nobody checked it, and a replay may run another text.',
  // Libraries probe for it and fall back.
  inPackages: 'never',
  globals: sinks('eval Function', { use: 'call', sandbox: 'absent', instead: 'code that stands in the file' }),
}
