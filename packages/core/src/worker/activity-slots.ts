// How many activities this worker runs at once, shared by the runs it owns and the tasks it claimed.
export class ActivitySlots {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get free(): number {
    return Math.max(0, this.#limit - this.#used)
  }

  /** Takes a slot if one is free. */
  take(): boolean {
    if (this.#used >= this.#limit) return false
    this.#used++
    return true
  }

  /** For what runs in any case: a task whose claim was on its way while others took the slots. */
  occupy(): void {
    this.#used++
  }

  give(): void {
    this.#used--
  }
}
