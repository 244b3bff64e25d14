// A request is approved or rejected by a person within a day, or rejected by itself when the day is over.
import { Query, Run, Update, Workflow, activities, condition } from '@foliot/core/workflow'
import type { RequestActivities } from '../activities/requests.js'

const requests = activities<RequestActivities>('requests', { startToCloseTimeout: '1 minute' })

export interface Request {
  readonly requestId: string
  readonly approvers: readonly string[]
}

export interface Decision {
  readonly approved: boolean
  readonly by: string
}

@Workflow('approval')
export class Approval {
  #approvers: readonly string[] = []
  #decision: Decision | undefined

  @Run()
  async run({ requestId, approvers }: Request): Promise<Decision> {
    this.#approvers = approvers
    await requests.ask({ requestId, approvers })
    const inTime = await condition(() => this.#decision !== undefined, { timeout: '24 hours' })
    const decision = (inTime ? this.#decision : undefined) ?? { approved: false, by: 'deadline' }
    await requests.tell({ requestId, outcome: decision.approved ? 'approved' : 'rejected' })
    return decision
  }

  /** An update, and no signal: who decides hears whether it counted. */
  @Update({
    validate(this: Approval, { by }: Decision) {
      if (!this.#approvers.includes(by)) throw new RangeError(`${by} may not decide this request.`)
      if (this.#decision !== undefined) throw new RangeError(`${this.#decision.by} has decided already.`)
    },
  })
  decide(decision: Decision): void {
    this.#decision = decision
  }

  @Query()
  decision(): Decision | undefined {
    return this.#decision
  }
}
