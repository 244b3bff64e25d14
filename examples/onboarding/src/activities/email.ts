// The mails of the onboarding. What leaves the process is in the Mailer that is handed in.
import { Activities, Activity, activityInfo } from '@foliot/core/activity'
import type { Mailer } from '../mailer.js'

@Activities('email')
export class EmailActivities {
  readonly #mailer: Mailer

  constructor(mailer: Mailer) {
    this.#mailer = mailer
  }

  @Activity()
  async sendWelcome(input: { userId: number }): Promise<void> {
    await this.#mailer.send({ userId: input.userId, template: 'welcome', key: activityInfo().idempotencyKey })
  }

  @Activity()
  async sendFollowup(input: { userId: number }): Promise<{ status: string }> {
    await this.#mailer.send({ userId: input.userId, template: 'follow-up', key: activityInfo().idempotencyKey })
    return { status: 'nudged' }
  }
}
