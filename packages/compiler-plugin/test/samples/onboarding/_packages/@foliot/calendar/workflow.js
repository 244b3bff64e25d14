import { now } from '@foliot/core/workflow'
export const timerBusinessDays = async () => now()
export const businessDaysFromNow = async () => now()
