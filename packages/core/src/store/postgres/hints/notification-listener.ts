// Listens for notifications, and again when the connection broke. Where listening isn't possible, as behind a pooler, it
// stays silent: everybody also looks by himself.
import type { ClockTimer } from '../../../base/clock.js'
import { systemClock } from '../../../base/system-clock.js'
import type { Listening } from '../driver/sql-driver.js'

const firstDelayMs = 250
const maxDelayMs = 30_000

export type Listen = (heard: (payload: string) => void, lost: () => void) => Promise<Listening | undefined>

export class NotificationListener {
  readonly #listen: Listen
  readonly #heard: (payload: string) => void
  #listening: Listening | undefined
  #timer: ClockTimer | undefined
  #delayMs = firstDelayMs
  #isClosed = false

  constructor(listen: Listen, heard: (payload: string) => void) {
    this.#listen = listen
    this.#heard = heard
    void this.#connect()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.cancel()
    await this.#listening?.close()
  }

  async #connect(): Promise<void> {
    try {
      const listening = await this.#listen(this.#heard, () => this.#onLost())
      if (listening === undefined) return
      if (this.#isClosed) return await listening.close()
      this.#listening = listening
      this.#delayMs = firstDelayMs
    } catch {
      this.#onLost()
    }
  }

  #onLost(): void {
    this.#listening = undefined
    if (this.#isClosed) return
    const delayMs = this.#delayMs * (0.5 + Math.random())
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs)
    this.#timer = systemClock.setTimer(delayMs, () => void this.#connect(), { keepAlive: false })
  }
}
