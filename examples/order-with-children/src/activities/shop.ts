// What a shop does with an order and its parcels.
export interface ShopActivities {
  charge(input: { readonly orderId: string; readonly amount: number }): Promise<void>
  refund(input: { readonly orderId: string; readonly amount: number }): Promise<void>
  /** Resolves when the carrier has taken the parcel. */
  handOver(input: { readonly parcelId: string; readonly item: string }): Promise<{ readonly tracking: string }>
  takeBack(input: { readonly parcelId: string }): Promise<void>
}
