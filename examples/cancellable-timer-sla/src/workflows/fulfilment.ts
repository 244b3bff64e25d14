// An order is packed item by item, and each item has its time: a timer that every packed item sets back, that escalates once
// if it fires, and that is cancelled when the parcel is complete.
import { Query, Run, Workflow, activities, startTimer } from '@foliot/core/workflow'
import type { WarehouseActivities } from '../activities/warehouse.js'

const warehouse = activities<WarehouseActivities>('warehouse', { startToCloseTimeout: '7 days' })

export interface Order {
  readonly orderId: string
  readonly items: readonly string[]
  /** For each item. */
  readonly slaHours: number
  /**
   * `start`: an item's time runs from the moment that the one before it was packed. `await`: only while somebody waits for
   * the item, so that time in which the order is looked at otherwise doesn't count.
   */
  readonly anchor: 'start' | 'await'
}

export interface Fulfilment {
  readonly packed: readonly string[]
  readonly escalated: readonly string[]
}

@Workflow('fulfilment')
export class FulfilmentWorkflow {
  readonly #packed: string[] = []
  readonly #escalated: string[] = []

  @Run()
  async run({ orderId, items, slaHours, anchor }: Order): Promise<Fulfilment> {
    const sla = startTimer('item-sla', { hours: slaHours }, { anchor })
    for (const item of items) {
      const packing = warehouse.pack({ orderId, item })
      if ((await Promise.race([packing, sla.fired()])) === 'fired') {
        this.#escalated.push(item)
        await warehouse.escalate({ orderId, item })
      }
      await packing
      this.#packed.push(item)
      sla.reset({ hours: slaHours })
    }
    sla.cancel()
    return this.progress()
  }

  @Query()
  progress(): Fulfilment {
    return { packed: [...this.#packed], escalated: [...this.#escalated] }
  }
}
