// The determinism rules.
import { noAmbientTimer } from './no-ambient-timer.js'
import { noDynamicImport } from './no-dynamic-import.js'
import { noEval } from './no-eval.js'
import { noGcObservation } from './no-gc-observation.js'
import { noHostModule } from './no-host-module.js'
import { noNetwork } from './no-network.js'
import { noNodeBuiltin } from './no-node-builtin.js'
import { noProcess } from './no-process.js'
import { noRandom } from './no-random.js'
import { noSharedMemory } from './no-shared-memory.js'
import { noWallClock } from './no-wall-clock.js'
import { noWasmAsync } from './no-wasm-async.js'
import type { Rule } from './rule.js'

export const allRules: readonly Rule[] = [
  noWallClock,
  noRandom,
  noAmbientTimer,
  noNetwork,
  noProcess,
  noNodeBuiltin,
  noHostModule,
  noGcObservation,
  noSharedMemory,
  noWasmAsync,
  noEval,
  noDynamicImport,
]
