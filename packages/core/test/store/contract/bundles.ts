// Bundles, and which of them new runs start on.
import { describe, expect, it } from 'vitest'
import { InvalidOptionError } from '../../../src/base/invalid-option-error.js'
import { UnknownBundleError } from '../../../src/store/unknown-bundle-error.js'
import { bundleHash, bundleOf, openWorker, startClaimed } from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

export const describeBundles = (under: StoreUnderTest): unknown =>
  describe('bundles', () => {
    it('come back as they were stored', async () => {
      const bundle = {
        ...bundleOf('b', ['Order']),
        code: 'var a = "\\u0000 🦉"\n',
        map: '{"version":3,"sources":["a.ts"]}',
      }
      expect(await under.store.registerBundle(bundle)).toEqual({
        isNew: true,
        changes: [{ workflowType: 'Order', from: bundleHash('a'), to: bundleHash('b') }],
      })
      expect(await under.store.loadBundle(bundle.hash)).toEqual(bundle)
      expect(await under.store.loadBundle(bundleHash('c'))).toBeUndefined()
    })

    it('become current once: an old worker that restarts rolls nobody back', async () => {
      await under.store.registerBundle(bundleOf('b', ['Order', 'Invoice']))
      expect(await under.store.registerBundle(bundleOf('a', ['Order', 'Refund']))).toEqual({
        isNew: false,
        changes: [],
      })
      expect(await under.store.workflowTypes()).toEqual(['Invoice', 'Order', 'Refund'])
      const session = await openWorker(under.store)
      expect((await startClaimed(under.store, session)).run.bundle).toBe(bundleHash('b'))
      expect((await startClaimed(under.store, session, { workflowType: 'Refund' })).run.bundle).toBe(bundleHash('a'))
    })

    it('go back by an explicit call, for all or some of their workflows', async () => {
      await under.store.registerBundle(bundleOf('b', ['Order', 'Refund']))
      expect(await under.store.setCurrentBundle(bundleHash('a'), ['Refund'])).toEqual([
        { workflowType: 'Refund', from: bundleHash('b'), to: bundleHash('a') },
      ])
      expect(await under.store.setCurrentBundle(bundleHash('a'))).toEqual([
        { workflowType: 'Order', from: bundleHash('b'), to: bundleHash('a') },
      ])
      expect(await under.store.setCurrentBundle(bundleHash('a'))).toEqual([])
    })

    it('that were never registered, or lack the workflow, can’t be made current', async () => {
      await expect(under.store.setCurrentBundle(bundleHash('c'))).rejects.toMatchObject({
        code: UnknownBundleError.code,
      })
      await expect(under.store.setCurrentBundle(bundleHash('a'), ['Invoice'])).rejects.toMatchObject({
        code: InvalidOptionError.code,
      })
    })

    it('registered by many at once are new to one', async () => {
      const stores = [under.store, await under.open(), await under.open()]
      const registrations = await Promise.all(stores.map((store) => store.registerBundle(bundleOf('d', ['Order']))))
      expect(registrations.filter(({ isNew }) => isNew)).toHaveLength(1)
    })
  })
