// A subscription lives for years: a charge every thirty days, a plan that changes at any time, and a new run each year, so
// that no history grows for ever.
import { Query, Run, Signal, Update, Workflow, activities, condition, continueAsNew } from '@foliot/core/workflow'
import type { BillingActivities } from '../activities/billing.js'

const billing = activities<BillingActivities>('billing', { startToCloseTimeout: '1 hour' })

export interface Account {
  readonly customerId: string
  readonly amount: number
  /** Months that were paid for already. */
  readonly paid: number
}

/** A run lasts for so many charges, or until its history is long. */
const chargesPerRun = 12

@Workflow('subscription')
export class Subscription {
  #amount = 0
  #paid = 0
  #isOver = false

  @Run()
  async run({ customerId, amount, paid }: Account): Promise<number> {
    this.#amount = amount
    this.#paid = paid
    for (let charges = 0; charges < chargesPerRun; charges += 1) {
      await billing.charge({ customerId, month: this.#paid + 1, amount: this.#amount })
      this.#paid += 1
      if (await condition(() => this.#isOver, { timeout: '30 days' })) {
        await billing.sayGoodbye({ customerId, months: this.#paid })
        return this.#paid
      }
    }
    return continueAsNew<Subscription>([{ customerId, amount: this.#amount, paid: this.#paid }])
  }

  @Signal()
  end(): void {
    this.#isOver = true
  }

  @Update({
    validate: (amount: number) => {
      if (!(amount > 0)) throw new RangeError('A plan costs something.')
    },
  })
  changePlan(amount: number): { readonly from: number } {
    const from = this.#amount
    this.#amount = amount
    return { from }
  }

  @Query()
  paid(): number {
    return this.#paid
  }
}
