// The bundles that a thread has, and the realms of those in use.
import type { Bundle } from '../authoring/bundle.js'
import { explainAbsentGlobal } from '../base/absent-global.js'
import { encodeFailure } from '../codec/encode-failure.js'
import { BundleInvalidError } from './bundle-invalid-error.js'
import { Realm } from './realm.js'
import { collectRejections, watchRejections } from './rejection-watch.js'

/** A realm takes about 2 MB; more than these are kept only while runs live in them. */
const maxIdleRealms = 16

export class Realms {
  readonly #log: (line: string) => void
  readonly #isUsed: (realm: Realm) => boolean
  readonly #bundles = new Map<string, Bundle>()
  readonly #realms = new Map<string, Realm>()

  constructor(log: (line: string) => void, isUsed: (realm: Realm) => boolean) {
    this.#log = log
    this.#isUsed = isUsed
  }

  /** Rejects with BundleInvalidError, and keeps nothing then. */
  async add(bundle: Bundle): Promise<void> {
    if (this.#bundles.has(bundle.hash)) return
    const realm = this.#open(bundle)
    realm.evaluate()
    const [reason] = await collectRejections()
    if (reason !== undefined) {
      const { type, message } = encodeFailure(explainAbsentGlobal(reason) ?? reason)
      throw new BundleInvalidError(bundle.hash, `a promise of its modules is rejected with ${type}: ${message}`)
    }
    this.#bundles.set(bundle.hash, bundle)
    this.#keep(realm)
  }

  get(hash: string): Realm | undefined {
    const bundle = this.#bundles.get(hash)
    if (bundle === undefined) return undefined
    const realm = this.#realms.get(hash) ?? this.#open(bundle)
    this.#keep(realm)
    return realm
  }

  #open(bundle: Bundle): Realm {
    const realm = new Realm(bundle, this.#log)
    watchRejections(realm.promisePrototype)
    return realm
  }

  /** As the last used; the longest unused ones go. */
  #keep(realm: Realm): void {
    this.#realms.delete(realm.bundle)
    this.#realms.set(realm.bundle, realm)
    if (this.#realms.size <= maxIdleRealms) return
    for (const [hash, oldest] of this.#realms) {
      if (this.#isUsed(oldest)) continue
      this.#realms.delete(hash)
      return
    }
  }
}
