// One parcel of an order: handed to the carrier, or taken back when the order is cancelled first.
import { CancelledFailure, Run, Workflow, activities, nonCancellable } from '@foliot/core/workflow'
import type { ShopActivities } from '../activities/shop.js'

const shop = activities<ShopActivities>('shop', { startToCloseTimeout: '2 days', retry: { maximumAttempts: 1 } })

@Workflow('parcel')
export class ParcelWorkflow {
  @Run()
  async run(parcelId: string, item: string): Promise<string> {
    try {
      return (await shop.handOver({ parcelId, item })).tracking
    } catch (error) {
      if (CancelledFailure.is(error)) await nonCancellable(() => shop.takeBack({ parcelId }))
      throw error
    }
  }
}
