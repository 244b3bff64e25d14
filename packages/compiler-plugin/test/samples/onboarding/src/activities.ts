import { Activities, Activity } from '@foliot/core/activity'
import { readFileSync } from 'node:fs'

export const count = (n: number) => n

@Activities('email')
export class EmailActivities {
  @Activity()
  async sendWelcome(_: { userId: number }) {
    return readFileSync('welcome.txt')
  }
  @Activity()
  async sendFollowup(_: { userId: number }) {}
}
