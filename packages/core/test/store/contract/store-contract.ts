// The contract of the store port as tests: every implementation is held to it, with the same words.
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { Store } from '../../../src/store/store.js'
import { describeActivities } from './activities.js'
import { describeBundles } from './bundles.js'
import { describeClaims } from './claims.js'
import { describeCommits } from './commits.js'
import { describeLives } from './lives.js'
import { bundleOf } from './fixtures.js'
import { describeHints } from './hints.js'
import { describeLeases } from './leases.js'
import { describeMail } from './mail.js'
import { describeOperators } from './operators.js'
import { describeResets } from './resets.js'
import { describeQuestions } from './questions.js'
import { describeRecords } from './records.js'
import { describeRetention } from './retention.js'
import { describeStarts } from './starts.js'
import type { StoreHarness, StoreUnderTest } from './store-harness.js'

export const describeStore = (name: string, createHarness: () => Promise<StoreHarness>): unknown =>
  describe(`the ${name} store`, () => {
    let harness: StoreHarness
    let stores: Store[] = []

    beforeAll(async () => {
      harness = await createHarness()
    }, 60_000)
    afterAll(() => harness?.close())
    beforeEach(async () => {
      await harness.reset()
      stores = [await harness.open()]
      await stores[0]?.registerBundle(bundleOf('a', ['Order', 'Refund']))
    })
    afterEach(() => Promise.all(stores.map((store) => store.close())))

    const under: StoreUnderTest = {
      get store() {
        return stores[0] as Store
      },
      open: async () => {
        const store = await harness.open()
        stores.push(store)
        return store
      },
      advance: (ms) => harness.advance(ms),
      eventually: async (ask) => {
        for (let i = 0; i < 500; i++) {
          const answer = await ask()
          if (answer !== undefined) return answer
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
        throw new Error('There was no answer in five seconds.')
      },
    }

    describeStarts(under)
    describeClaims(under)
    describeCommits(under)
    describeLives(under)
    describeMail(under)
    describeOperators(under)
    describeResets(under)
    describeActivities(under)
    describeLeases(under)
    describeRecords(under)
    describeBundles(under)
    describeQuestions(under)
    describeRetention(under)
    describeHints(under)
  })
