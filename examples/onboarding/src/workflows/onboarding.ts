// The onboarding drip: a welcome mail, a durable pause, a follow-up.
import { Query, Run, Workflow, activities, sleep } from '@foliot/core/workflow'
import type { EmailActivities } from '../activities/email.js'

const email = activities<EmailActivities>('email', { startToCloseTimeout: '1 minute' })

export interface OnboardingOptions {
  /** Between the welcome and the follow-up. */
  readonly dripSeconds: number
}

@Workflow('onboarding')
export class Onboarding {
  #stage = 'welcome'

  @Run()
  async run(userId: number, options: OnboardingOptions = { dripSeconds: 30 }): Promise<string> {
    await email.sendWelcome({ userId })
    this.#stage = 'dripping'
    await sleep({ seconds: options.dripSeconds }, { id: 'post-welcome-drip' })
    const followup = await email.sendFollowup({ userId })
    this.#stage = 'done'
    return followup.status
  }

  @Query()
  stage(): string {
    return this.#stage
  }
}
