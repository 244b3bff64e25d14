// The tree of scopes that cancellation follows: a run's own at the root, one for each call of `cancellable`,
// `nonCancellable` and each branch of a race that is a function.
import type { CancelledFailure } from '../codec/cancelled-failure.js'

export class CancellationScope {
  readonly id: string
  readonly #parent: CancellationScope | undefined
  #requested: CancelledFailure | undefined

  /** @param parent absent where cancellation from outside doesn't reach */
  constructor(id: string, parent: CancellationScope | undefined) {
    this.id = id
    this.#parent = parent
  }

  /** Set once this scope or one around it was cancelled, for good. */
  get requested(): CancelledFailure | undefined {
    return this.#requested ?? this.#parent?.requested
  }

  /** Marks it cancelled; the first reason stands. */
  request(failure: CancelledFailure): void {
    this.#requested ??= failure
  }

  /** Whether the cancellation of `scope` reaches this one. */
  isWithin(scope: CancellationScope): boolean {
    return this === scope || (this.#parent?.isWithin(scope) ?? false)
  }
}

/** Something that the code waits for, in the scope where it began to. */
export interface Wait {
  readonly cancellation: CancellationScope
  /** What the code was given; absent for what it can't wait for. */
  readonly promise: Promise<unknown> | undefined
  /** Takes back what was asked for, and rejects. */
  cancel(failure: CancelledFailure): void
  /** Where losing a race takes more back than the wait: the timer that a handle's `fired` waits for. */
  lose?(failure: CancelledFailure): void
}
