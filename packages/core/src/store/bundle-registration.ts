// What registering a bundle, or going back to one, changed.

export interface BundleRegistration {
  /** False when the same bundle was registered before. */
  readonly isNew: boolean
  readonly changes: readonly BundleChange[]
}

export interface BundleChange {
  readonly workflowType: string
  /** Absent when the workflow had no bundle before. */
  readonly from?: string
  readonly to: string
}
