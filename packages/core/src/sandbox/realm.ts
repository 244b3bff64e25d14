// One vm context with one bundle in it: the door between the host and workflow code.
//
// node:vm is no security boundary. The realm keeps workflow code deterministic and runs apart from one another, and it is
// hardened so that accidents find nothing of the host; whoever writes a workflow on purpose to break out may succeed, and
// has the rights of the process then. Run only bundles whose authors you trust.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { constants, createContext, Script } from 'node:vm'
import type { Context } from 'node:vm'
import type { Bundle } from '../authoring/bundle.js'
import { explainAbsentGlobal } from '../base/absent-global.js'
import { approximateTimeMs } from '../base/system-clock.js'
import { encodeFailure } from '../codec/encode-failure.js'
import { BundleInvalidError } from './bundle-invalid-error.js'
import { disarmImport, importStandIn } from './disarm-import.js'
import type { Bridge } from './prelude/bridge.js'
import type { RealmDoor, RealmPreparation } from './prelude/prepare-realm.js'
import type { BundleFunction } from './prelude/instance.js'
import { preludeText } from './prelude-text.js'
import { readSesText } from './ses-text.js'
import { bundleFileName, StackMapper } from './stack-mapper.js'

interface Scripts {
  readonly prelude: Script
  readonly ses: Script
  readonly pump: Script
}

/**
 * Which cancellation scope code runs in: the engine carries it over every await. One for the thread, and asleep until a
 * workflow enters a scope: from then on Node 20 and 22 look at each promise of the thread, which costs about a microsecond.
 */
const scopes = new AsyncLocalStorage<string>()

let scripts: Scripts | undefined

const compileScripts = (): Scripts => ({
  prelude: new Script(preludeText, { filename: 'foliot:prelude' }),
  ses: new Script(readSesText(), { filename: 'foliot:ses' }),
  // Evaluating anything in a context with a microtask queue of its own drains that queue.
  pump: new Script('0', { filename: 'foliot:pump' }),
})

interface OpenedContext {
  readonly context: Context
  readonly door: RealmDoor
}

const openContext = ({ prelude, ses, pump }: Scripts, log: (line: string) => void): OpenedContext => {
  // Without an object of the host behind it, the global can be frozen, and reads of it are plain.
  const context = createContext(constants.DONT_CONTEXTIFY, {
    name: 'foliot workflows',
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: 'afterEvaluate',
  })
  const bridge: Bridge = (call, argument) => {
    switch (call) {
      case 'drain':
        pump.runInContext(context)
        return ''
      case 'now':
        return String(Math.floor(approximateTimeMs()))
      case 'entropy':
        return randomBytes(Number(argument)).toString('hex')
      case 'log':
        log(argument)
        return ''
      case 'scope':
        return scopes.getStore() ?? ''
      case 'enter-scope':
        scopes.enterWith(argument)
        return ''
    }
  }
  const preparation = prelude.runInContext(context) as RealmPreparation
  preparation.prune()
  ses.runInContext(context)
  return { context, door: preparation.install(bridge) }
}

const compile = ({ hash, code }: Bundle, context: Context): BundleFunction => {
  try {
    const text = `(function (globalThis, global, self, __foliot, ${importStandIn}) {\n${disarmImport(code)}\nreturn __foliot_bundle })`
    return new Script(text, { filename: bundleFileName(hash), lineOffset: -1 }).runInContext(context) as BundleFunction
  } catch (error) {
    throw new BundleInvalidError(hash, describeError(error), error)
  }
}

const describeError = (error: unknown): string => {
  const { type, message } = encodeFailure(error)
  return `${type}: ${message}`
}

export class Realm {
  readonly bundle: string
  readonly mapper: StackMapper
  readonly #context: Context
  readonly #door: RealmDoor
  readonly #code: BundleFunction

  /** Takes about 20 ms. */
  constructor(bundle: Bundle, log: (line: string) => void) {
    this.bundle = bundle.hash
    this.mapper = new StackMapper(bundle)
    const { context, door } = openContext((scripts ??= compileScripts()), log)
    this.#context = context
    this.#door = door
    this.#code = compile(bundle, context)
  }

  /** Recognises this realm's promises by it. */
  get promisePrototype(): object {
    return this.#door.Promise.prototype
  }

  /** Runs the module code once. Throws BundleInvalidError with what it throws, by the author's line. */
  evaluate(): void {
    try {
      this.#door.evaluate(this.#code)
    } catch (error) {
      const { stack } = encodeFailure(error)
      const source = this.mapper.sourceOf(stack ?? '')
      const at = source === undefined ? '' : ` at ${source.file}:${source.line}:${source.column}`
      throw new BundleInvalidError(this.bundle, describeError(explainAbsentGlobal(error) ?? error) + at)
    } finally {
      this.drain()
    }
  }

  /** Makes a live instance; it costs nothing until its first delivery. */
  start(): (delivery: string) => string {
    const instance = this.#door.start()
    return (delivery) => this.#door.activate(instance, this.#code, delivery)
  }

  /** Runs what microtasks are left. */
  drain(): void {
    scripts?.pump.runInContext(this.#context)
  }
}
