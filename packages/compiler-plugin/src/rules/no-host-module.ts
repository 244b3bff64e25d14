// no-host-module: use of Foliot's host side, which drives workflows from outside.
import { isHostModule } from '../modules/framework-module.js'
import type { Rule } from './rule.js'

export const noHostModule: Rule = {
  id: 'no-host-module',
  problem:
    "is Foliot's host side, which runs outside of workflows: inside there is no database, no worker and no activity.",
  inPackages: 'when-absent',
  module: (specifier) => {
    if (!isHostModule(specifier)) return undefined
    return specifier === '@foliot/core/activity'
      ? 'activities in a file of their own, imported with `import type`'
      : "an import from '@foliot/core/workflow', or `import type` if only types are used"
  },
}
