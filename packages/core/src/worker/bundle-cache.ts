// Which bundles the sandbox has, and how it gets those that it lacks: from the bundles table, by their hash.
import { FoliotError } from '../base/foliot-error.js'
import { verifyBundle } from '../authoring/verify-bundle.js'
import type { Bundle } from '../authoring/bundle.js'
import type { SandboxHost } from '../engine/sandbox-host.js'
import type { Store } from '../store/store.js'

export class BundleUnavailableError extends FoliotError {
  static override readonly code = 'FOLIOT_BUNDLE_UNAVAILABLE'
  constructor(hash: string) {
    super(
      `Bundle ${hash.slice(0, 12)} isn’t in the database, so the runs pinned to it can’t go on. ` +
        'Register it again from the build that made it: client.bundles.register(bundle).',
    )
  }
}

export class BundleCache {
  readonly #store: Store
  readonly #sandbox: SandboxHost
  readonly #loaded = new Set<string>()
  readonly #loading = new Map<string, Promise<Error | undefined>>()

  constructor(store: Store, sandbox: SandboxHost) {
    this.#store = store
    this.#sandbox = sandbox
  }

  has(hash: string): boolean {
    return this.#loaded.has(hash)
  }

  /** Loads bundles; answers those that can't be had, with the reason. Rejects when the database can't be asked. */
  async ensure(hashes: readonly string[]): Promise<ReadonlyMap<string, Error>> {
    const unusable = new Map<string, Error>()
    await Promise.all(
      [...new Set(hashes)]
        .filter((hash) => !this.#loaded.has(hash))
        .map(async (hash) => {
          const error = await this.#ensureOne(hash)
          if (error !== undefined) unusable.set(hash, error)
        }),
    )
    return unusable
  }

  async add(bundle: Bundle): Promise<void> {
    await this.#sandbox.loadBundle(bundle)
    this.#loaded.add(bundle.hash)
  }

  #ensureOne(hash: string): Promise<Error | undefined> {
    const loading = this.#loading.get(hash) ?? this.#load(hash).finally(() => this.#loading.delete(hash))
    this.#loading.set(hash, loading)
    return loading
  }

  async #load(hash: string): Promise<Error | undefined> {
    const bundle = await this.#store.loadBundle(hash)
    if (bundle === undefined) return new BundleUnavailableError(hash)
    try {
      verifyBundle(bundle)
      await this.add(bundle)
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
}
