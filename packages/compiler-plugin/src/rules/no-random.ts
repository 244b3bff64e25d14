// no-random: chance that isn't seeded by the run.
import { sinks, type Rule } from './rule.js'

export const noRandom: Rule = {
  id: 'no-random',
  problem: 'draws from chance. A replay draws something else than the run did, and takes another path.',
  inPackages: 'when-absent',
  globals: [
    ...sinks('Math.random', {
      use: 'read',
      sandbox: 'virtual',
      instead: "random() from '@foliot/core/workflow': its numbers repeat in a replay",
    }),
    ...sinks('crypto.randomUUID crypto.getRandomValues', {
      use: 'read',
      sandbox: 'virtual',
      instead: "uuid() or random() from '@foliot/core/workflow': what they give repeats in a replay",
    }),
    ...sinks('crypto.subtle', { use: 'read', sandbox: 'absent', instead: 'an activity: its result is recorded' }),
  ],
}
