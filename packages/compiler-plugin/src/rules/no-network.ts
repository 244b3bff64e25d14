// no-network: whatever talks to the world outside, or to another thread.
import { sinks, type Rule } from './rule.js'

export const noNetwork: Rule = {
  id: 'no-network',
  problem: 'reaches outside of the run. A replay would ask again, and the answer can be another one or none.',
  inPackages: 'when-absent',
  globals: sinks(
    'fetch Request Response Headers FormData Blob File WebSocket EventSource XMLHttpRequest Worker MessageChannel ' +
      'MessagePort BroadcastChannel ReadableStream WritableStream TransformStream ' +
      'window document localStorage sessionStorage indexedDB',
    {
      use: 'read',
      sandbox: 'absent',
      instead: 'an activity: it runs outside, is retried, and its result is recorded',
    },
  ),
}
