// no-shared-memory: memory that other threads change.
import { sinks, type Rule } from './rule.js'

export const noSharedMemory: Rule = {
  id: 'no-shared-memory',
  problem: "shares memory with other threads, which a replay can't repeat.",
  inPackages: 'when-absent',
  globals: sinks('SharedArrayBuffer Atomics', { use: 'read', sandbox: 'absent', instead: 'an ArrayBuffer' }),
}
