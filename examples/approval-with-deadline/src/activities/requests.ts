// What happens around a request for approval.
export interface RequestActivities {
  /** Shows the request to those who may decide it. */
  ask(input: { readonly requestId: string; readonly approvers: readonly string[] }): Promise<void>
  /** Tells who asked how it was decided. */
  tell(input: { readonly requestId: string; readonly outcome: string }): Promise<void>
}
