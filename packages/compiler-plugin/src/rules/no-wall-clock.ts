// no-wall-clock: the time of day, from wherever.
import { sinks, type Rule } from './rule.js'

const instead = "now() from '@foliot/core/workflow': the time of the event that the run is answering"

export const noWallClock: Rule = {
  id: 'no-wall-clock',
  problem:
    'asks for the time of day. A replay happens later than the run did, so what depends on it can come out differently.',
  inPackages: 'when-absent',
  globals: [
    ...sinks('Date.now performance.now performance.timeOrigin', { use: 'read', sandbox: 'virtual', instead }),
    ...sinks('Date', { use: 'call-for-now', sandbox: 'virtual', instead: 'new Date(now())' }),
    ...sinks('Temporal', {
      use: 'read',
      sandbox: 'absent',
      instead: `${instead}; not every supported Node has Temporal`,
    }),
  ],
}
