// An order is paid for and sent, each item as a child of its own; if one parcel fails, the others are cancelled and the
// money goes back.
import { Run, Workflow, activities, cancellable, child, nonCancellable } from '@foliot/core/workflow'
import type { ShopActivities } from '../activities/shop.js'
import { ParcelWorkflow } from './parcel.js'

const shop = activities<ShopActivities>('shop', { startToCloseTimeout: '1 minute' })

export interface Order {
  readonly orderId: string
  readonly items: readonly string[]
  readonly amount: number
}

@Workflow('order')
export class OrderWorkflow {
  @Run()
  async run({ orderId, items, amount }: Order): Promise<readonly string[]> {
    await shop.charge({ orderId, amount })
    try {
      // The first parcel that fails cancels the scope, and with it the parcels that are on their way to the carrier.
      return await cancellable(async (scope) => {
        const parcels = items.map((item, index) => {
          const parcelId = `${orderId}/${index + 1}`
          return child(ParcelWorkflow, { workflowId: parcelId, args: [parcelId, item] }).result()
        })
        try {
          return await Promise.all(parcels)
        } catch (error) {
          scope.cancel('another parcel failed')
          throw error
        }
      })
    } catch (error) {
      await nonCancellable(() => shop.refund({ orderId, amount }))
      throw error
    }
  }
}
