// `client.bundles`: the workflow code in the database. Workers register their bundles by themselves; this is for deploys
// that come before their workers, and for going back.
import type { Bundle } from '../authoring/bundle.js'
import { readBundle } from '../authoring/read-bundle.js'
import { verifyBundle } from '../authoring/verify-bundle.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'
import type { BundleChange, BundleRegistration } from '../store/bundle-registration.js'
import type { ClientSession } from './client-session.js'

export class BundleCatalog {
  readonly #session: ClientSession

  /** @internal It comes with a Client. */
  constructor(session: ClientSession) {
    this.#session = session
  }

  /**
   * Stores a bundle. At its first registration it becomes current for its workflows; a later one changes nothing.
   *
   * @param bundle the folder that the bundler wrote, or a bundle in memory
   * @throws BundleNotFoundError, BundleCorruptError
   */
  async register(bundle: string | URL | Bundle): Promise<BundleRegistration> {
    this.#session.assertOpen()
    const isFolder = typeof bundle === 'string' || bundle instanceof URL
    const verified = isFolder ? await readBundle(bundle) : verifyBundle(bundle)
    return this.#session.call((store) => store.registerBundle(verified))
  }

  /**
   * Makes a registered bundle current again, for all its workflows or those named. New runs start on it; open runs stay
   * on the bundle they are pinned to.
   *
   * @throws UnknownBundleError when it was never registered
   * @throws InvalidOptionError when one of the workflows isn't in it
   */
  async setCurrent(hash: string, workflowTypes?: readonly string[]): Promise<readonly BundleChange[]> {
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) {
      throw new InvalidOptionError('hash', 'the hash of a bundle, 64 hexadecimal digits', hash)
    }
    if (workflowTypes !== undefined && !Array.isArray(workflowTypes)) {
      throw new InvalidOptionError('workflowTypes', 'an array of workflow types', workflowTypes)
    }
    return this.#session.call((store) => store.setCurrentBundle(hash, workflowTypes))
  }
}
