// Makes a fresh vm context into a realm for workflow code. It is the entry of the prelude, the one script that runs in
// the context before any bundle; scripts/build-prelude.mjs makes its text.
import { AbortController, AbortSignal } from './abort.js'
import { atob, btoa } from './base64.js'
import { connectBridge } from './bridge.js'
import type { Bridge } from './bridge.js'
import { defineMembers } from './define-members.js'
import { DOMException } from './dom-exception.js'
import { CustomEvent, Event, EventTarget } from './event-target.js'
import { permitClassOverrides } from './permit-class-overrides.js'
import { permitOverrides } from './permit-overrides.js'
import { pruneIntrinsics } from './prune-intrinsics.js'
import { installRefusals, refuseImport } from './refuse-code.js'
import { sharedGlobals } from './run-globals.js'
import { foliot, provideHarden } from './sandbox-globals.js'
import { evaluateBundle, Instance, instanceOf } from './instance.js'
import type { BundleFunction, InstantiateModules } from './instance.js'
import { structuredClone } from './structured-clone.js'
import { TextDecoder, TextEncoder } from './text-encoding.js'
import { installConsole } from './virtual-console.js'
import { installDate } from './virtual-date.js'
import { installError } from './virtual-error.js'
import { installIntl } from './virtual-intl.js'
import { installRandomness } from './virtual-randomness.js'
import { installTimers } from './virtual-timers.js'

/** What the host holds of a realm. */
export interface RealmDoor {
  readonly Promise: PromiseConstructor
  /** Runs the bundle's module code once, to see whether it can be. */
  evaluate(bundle: BundleFunction): void
  /** Makes a live instance; the bundle's code runs at its first delivery. */
  start(): Instance
  activate(instance: Instance, bundle: BundleFunction, delivery: string): string
}

/** The parts of SES that are used; options are explained at https://docs.endojs.org/modules/ses.html. */
interface SesGlobals {
  /** Leaves `hardenIntrinsics`. */
  repairIntrinsics(options: Readonly<Record<string, string>>): void
  /** Leaves `harden`. */
  hardenIntrinsics(): void
  harden(value: unknown): void
}

const sesOptions = {
  overrideTaming: 'severe',
  errorTaming: 'unsafe-debug',
  evalTaming: 'unsafe-eval',
  localeTaming: 'unsafe',
  consoleTaming: 'unsafe',
  domainTaming: 'unsafe',
  errorTrapping: 'none',
  unhandledRejectionTrapping: 'none',
  reporting: 'none',
}

/** Classes that a vm context lacks; those of whatwg-url come from the build. */
const platform = {
  AbortController,
  AbortSignal,
  CustomEvent,
  DOMException,
  Event,
  EventTarget,
  TextDecoder,
  TextEncoder,
}

export interface UrlClasses {
  readonly URL: NewableFunction
  readonly URLSearchParams: NewableFunction
}

export interface RealmPreparation {
  /** Before SES: only the intrinsics of the profile stay. */
  prune(): void
  /** After SES. */
  install(bridge: Bridge): RealmDoor
}

/** SES splits some constructors into a global one and one that instances lead to; here both are the same. */
const joinConstructors = (global: Readonly<Record<string, unknown>>): void => {
  for (const constructor of Object.values(Object.getOwnPropertyDescriptors(global)).map(
    ({ value }) => value as unknown,
  )) {
    if (typeof constructor !== 'function') continue
    const prototype = constructor.prototype as object | undefined
    if (prototype === undefined || Reflect.get(prototype, 'constructor') === constructor) continue
    Object.defineProperty(prototype, 'constructor', { value: constructor, writable: true, configurable: true })
  }
}

/** Names every realm has, for symbols that later engines bring along and can't be rid of. */
const defineSymbols = (): void => {
  for (const name of ['dispose', 'asyncDispose']) {
    if (Reflect.has(Symbol, name)) continue
    Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) })
  }
}

export const prepareRealm = (urls: UrlClasses): RealmPreparation => {
  const global = globalThis as unknown as Record<string, unknown>
  return {
    prune: () => {
      pruneIntrinsics(global)
      // SES looks for one.
      defineMembers(global, { console: {} })
    },
    install: (bridge) => {
      connectBridge(bridge)
      const ses = global as unknown as SesGlobals
      ses.repairIntrinsics(sesOptions)
      const { hardenIntrinsics } = ses
      // What SES itself adds goes too, its own globals among it.
      pruneIntrinsics(global)
      joinConstructors(global)
      defineSymbols()
      installError(global)
      installDate(global)
      installIntl()
      installRandomness(global)
      installRefusals(global)
      installTimers(global)
      installConsole(global)
      defineMembers(global, { ...platform, ...urls, structuredClone, atob, btoa })

      hardenIntrinsics()
      const { harden } = ses
      Reflect.deleteProperty(global, 'harden')
      provideHarden((values) => harden([...values, ...permitClassOverrides(values)]))
      for (const { prototype } of [...Object.values(platform), ...Object.values(urls)])
        permitOverrides(prototype as object)
      const shared = sharedGlobals(global)
      harden([...Reflect.ownKeys(global).map((key) => Reflect.get(global, key)), shared, foliot, refuseImport])
      Object.freeze(global)

      const modules = new Map<BundleFunction, InstantiateModules>()
      const instantiate = (bundle: BundleFunction): unknown => {
        const own = Object.create(shared) as object
        const known = modules.get(bundle)
        if (known !== undefined) return instanceOf(known, own)
        const value = bundle(own, own, own, foliot, refuseImport)
        const found: unknown = Reflect.get(Object(value) as object, 'instantiate')
        if (typeof found !== 'function') return value
        modules.set(bundle, found as InstantiateModules)
        return instanceOf(found as InstantiateModules, own)
      }
      return {
        Promise,
        evaluate: (bundle) => evaluateBundle(() => instantiate(bundle)),
        start: () => new Instance(),
        activate: (instance, bundle, delivery) => instance.activate(delivery, () => instantiate(bundle)),
      }
    },
  }
}
