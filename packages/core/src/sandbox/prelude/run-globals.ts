// `globalThis` as a run sees it: an object of its own, so that what one run puts there no other sees, over the realm's
// shared names.
import { defineMembers } from './define-members.js'
import { permitOverrides } from './permit-overrides.js'

/** Names by which packages look for the global object. */
const selves = {
  get globalThis(): unknown {
    return this
  },
  get global(): unknown {
    return this
  },
  get self(): unknown {
    return this
  },
}

/** Makes what all runs' globals inherit from. */
export const sharedGlobals = (global: object): object => {
  const shared = {}
  // Engines list them in different orders.
  for (const key of Object.getOwnPropertyNames(global).sort()) {
    if (key !== 'globalThis') defineMembers(shared, { [key]: Reflect.get(global, key) })
  }
  permitOverrides(shared)
  defineMembers(shared, selves)
  return shared
}
