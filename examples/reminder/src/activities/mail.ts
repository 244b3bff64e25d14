// Sends reminders. A second send with one key is no second mail: the key is the activity's own, stable over its attempts.
import { Activities, Activity, activityInfo } from '@foliot/core/activity'

export interface Outbox {
  /** Sends unless it has sent this key before. */
  send(key: string, to: string, text: string): Promise<void>
}

@Activities('mail')
export class MailActivities {
  readonly #outbox: Outbox

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  @Activity()
  async remind({ to, text }: { readonly to: string; readonly text: string }): Promise<void> {
    await this.#outbox.send(activityInfo().idempotencyKey, to, text)
  }
}
