// What a travel agency books and cancels.
export interface Booking {
  readonly reference: string
}

export interface TravelActivities {
  bookFlight(input: { readonly to: string }): Promise<Booking>
  cancelFlight(booking: Booking): Promise<void>
  bookHotel(input: { readonly to: string }): Promise<Booking>
  cancelHotel(booking: Booking): Promise<void>
  pay(input: { readonly amount: number }): Promise<void>
}
