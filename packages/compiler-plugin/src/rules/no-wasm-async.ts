// no-wasm-async: WebAssembly, whose promises the host resolves.
import { sinks, type Rule } from './rule.js'

export const noWasmAsync: Rule = {
  id: 'no-wasm-async',
  problem: "is resolved by the host at a moment of its own, which a replay can't repeat.",
  inPackages: 'when-absent',
  globals: sinks('WebAssembly', { use: 'read', sandbox: 'absent', instead: 'an activity: its result is recorded' }),
}
