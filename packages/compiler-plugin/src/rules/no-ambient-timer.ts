// no-ambient-timer: timers of the process, which end with it.
import { sinks, type Rule } from './rule.js'

export const noAmbientTimer: Rule = {
  id: 'no-ambient-timer',
  problem: 'waits in this process. When it ends the wait is lost, and a replay waits anew or fires in another order.',
  inPackages: 'when-absent',
  globals: [
    ...sinks('setTimeout', {
      use: 'read',
      sandbox: 'virtual',
      instead: "sleep('5 minutes') from '@foliot/core/workflow': a durable timer",
    }),
    ...sinks('setInterval clearInterval', {
      use: 'read',
      sandbox: 'absent',
      instead: "a loop over sleep(…) from '@foliot/core/workflow': each wait is a durable timer",
    }),
    ...sinks('setImmediate clearImmediate scheduler', {
      use: 'read',
      sandbox: 'absent',
      instead: "sleep(0) from '@foliot/core/workflow', or queueMicrotask",
    }),
    ...sinks('AbortSignal.timeout', {
      use: 'read',
      sandbox: 'absent',
      instead: "a race with sleep(…) from '@foliot/core/workflow': its timer is durable",
    }),
  ],
}
