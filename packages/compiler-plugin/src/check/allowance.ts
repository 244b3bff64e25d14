// A project's own exceptions for packages: a rule that it knows doesn't matter there, with the reason.

export interface PackageAllowance {
  /** The package's name, such as `some-client`. */
  readonly package: string
  /** The rule's id, such as `no-network`. */
  readonly rule: string
  /** Why it does no harm; for the next reader. */
  readonly reason: string
}
