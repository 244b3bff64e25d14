// What the warehouse does for an order.
export interface WarehouseActivities {
  /** Resolves when the item lies in the parcel. */
  pack(input: { readonly orderId: string; readonly item: string }): Promise<void>
  /** Tells a person that an item takes too long. */
  escalate(input: { readonly orderId: string; readonly item: string }): Promise<void>
}
