import { activities } from '@foliot/core/workflow'
import * as calendar from '@foliot/calendar/workflow'

const sms = activities<{ send(to: number): Promise<void>; cancel(): Promise<void> }>('sms')

export const remind = async (userId: number) => {
  await calendar.businessDaysFromNow('when', 1, `nyse`)
  await sms.send(userId)
}
export const forget = () => sms.cancel()
