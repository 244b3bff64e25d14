// What a subscription costs, and its end.
export interface BillingActivities {
  charge(input: { readonly customerId: string; readonly month: number; readonly amount: number }): Promise<void>
  sayGoodbye(input: { readonly customerId: string; readonly months: number }): Promise<void>
}
