// One run of a bundle: its module code is called at the first delivery, with the time of that delivery and randomness
// seeded by the run's id, so that a replay finds the same module state.
import type { SandboxGlobals } from '../../workflow/sandbox-globals.js'
import { callHost } from './bridge.js'
import { asRun, enter, RunState } from './current-run.js'

/** The bundle's script as a function; it gives what the script leaves as `__foliot_bundle`. */
export type BundleFunction = (
  globalThis: object,
  global: object,
  self: object,
  foliot: SandboxGlobals,
  importExpression: unknown,
) => unknown

/**
 * What a bundle leaves as `__foliot_bundle.instantiate`: the author's modules, to be loaded for each run over the runtime
 * that the script itself has loaded once. It leaves `activate` on its first argument.
 */
export type InstantiateModules = (out: object, globalThis: object, global: object, self: object) => void

export const instanceOf = (instantiate: InstantiateModules, own: object): object => {
  const out = {}
  instantiate(out, own, own, own)
  return out
}

export type Activate = (delivery: string) => string

interface DeliveryStart {
  readonly now?: number
  readonly events?: readonly { readonly data?: { readonly runId?: unknown } }[]
}

/** Before the first delivery: the time and the seed for what modules do while they load. */
const prepare = (run: RunState, delivery: string): void => {
  const { now = 0, events = [] } = JSON.parse(delivery) as DeliveryStart
  const runId = events[0]?.data?.runId
  run.nowMs = now
  run.originMs = now
  run.seed(typeof runId === 'string' ? runId : '')
}

const exportedActivate = (bundle: unknown): Activate => {
  const activate: unknown = typeof bundle === 'object' && bundle !== null ? Reflect.get(bundle, 'activate') : undefined
  if (typeof activate === 'function') return activate as Activate
  throw new TypeError('The bundle leaves no function __foliot_bundle.activate.')
}

/** Throws what the bundle's module code throws. */
export const evaluateBundle = (instantiate: () => unknown): void => {
  const run = new RunState()
  run.seed('evaluate')
  run.silent = true
  asRun(run, () => exportedActivate(instantiate()))
}

/** One live instance, as the host holds it. */
export class Instance {
  readonly #run = new RunState()
  #activate: Activate | undefined

  /** Leaves no microtask behind: it would run in the midst of another run. */
  activate(delivery: string, instantiate: () => unknown): string {
    const run = this.#run
    const outer = enter(run)
    try {
      if (this.#activate === undefined) {
        prepare(run, delivery)
        this.#activate = exportedActivate(instantiate())
      }
      run.drained = false
      const answer: unknown = this.#activate(delivery)
      if (typeof answer !== 'string') throw new TypeError('The bundle’s activate gave no string.')
      if (!run.drained) callHost('drain')
      return answer
    } catch (error) {
      callHost('drain')
      throw error
    } finally {
      enter(outer)
    }
  }
}
