import { Run, Workflow, activities, sleep } from '@foliot/core/workflow'
import { timerBusinessDays as afterBusinessDays } from '@foliot/calendar/workflow'
import type { EmailActivities } from './activities.js'
import { remind } from './reminder.js'

const email = activities<EmailActivities>('email', { startToCloseTimeout: '1 minute' })
const plain = activities<typeof import('./activities.js')>()
const holidays = 'us-federal-holidays'

@Workflow('onboarding')
export class Onboarding {
  #audit = activities<{ write(line: string): void }>('audit')

  @Run()
  async run(userId: number) {
    await email.sendWelcome({ userId })
    await sleep('30 seconds', { id: 'drip' })
    const { sendFollowup } = email
    await sendFollowup({ userId })
    await this.#audit.write('done')
    await plain['count'](1)
    await afterBusinessDays('deadline', 3, holidays)
    return remind(userId)
  }
}
