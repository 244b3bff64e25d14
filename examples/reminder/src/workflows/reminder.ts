// Reminds of an appointment: once a while before it, and once more when it begins.
import { Run, Workflow, activities, sleep, sleepUntil } from '@foliot/core/workflow'
import type { MailActivities } from '../activities/mail.js'

const mail = activities<MailActivities>('mail', { startToCloseTimeout: '30 seconds' })

export interface Appointment {
  readonly to: string
  readonly what: string
  readonly at: Date
}

const dayMs = 24 * 3_600_000

@Workflow('reminder')
export class Reminder {
  @Run()
  async run({ to, what, at }: Appointment): Promise<void> {
    // An instant that is past is over at once: who books late is reminded now.
    await sleepUntil(new Date(at.getTime() - dayMs), { id: 'day-before' })
    await mail.remind({ to, text: `Tomorrow: ${what}` })
    await sleepUntil(at, { id: 'appointment' })
    await mail.remind({ to, text: `Now: ${what}` })
    await sleep('1 hour', { id: 'afterwards' })
    await mail.remind({ to, text: `How was ${what}?` })
  }
}
