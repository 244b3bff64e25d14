// When a worker asks for work. An idle worker sends one statement a second, the tick; hints and claims that found
// something make it ask sooner, and back off again. Hints are never needed: the tick alone finds everything.
import type { Clock, ClockTimer } from '../base/clock.js'
import { SessionLostError } from '../store/session-lost-error.js'
import type { ClaimReply, TickReply, WorkerSession } from '../store/worker-session.js'
import type { ActivitySlots } from './activity-slots.js'
import type { ClaimedActivities } from './claimed-activities.js'
import type { DatabaseClock } from './database-clock.js'
import type { Lease } from './lease.js'
import type { RunLoop } from './run-loop.js'

export const tickIntervalMs = 1_000
/** Runs due before the next tick but one are claimed with this one, so that their owner fires their timers precisely. */
const aheadMs = 1_500
const firstPollMs = 5
const longestPollMs = 320
/** Runs that are due for longer than this when they are claimed weren't announced. */
const announcedWithinMs = 20

export interface ClaimLimits {
  /** Runs per claim. */
  readonly perClaim: number
  /** Runs under way at once. */
  readonly active: number
  /** Runs owned at once, those that wait for a near timer included. */
  readonly owned: number
}

export interface ClaimLoopOptions {
  readonly session: WorkerSession
  readonly clock: Clock
  readonly databaseClock: DatabaseClock
  readonly lease: Lease
  readonly runs: RunLoop
  readonly activities: ClaimedActivities
  readonly slots: ActivitySlots
  readonly limits: ClaimLimits
  /** Questions to runs wait for somebody. */
  readonly onQuestions: () => void
  readonly onSessionLost: () => void
  readonly onTrouble: (error: unknown) => void
}

export class ClaimLoop {
  readonly #options: ClaimLoopOptions
  #tickAt = 0
  #timer: ClockTimer | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #wantsRuns = false
  #wantsActivities = false
  #running: Promise<void> | undefined
  #starved = false
  #pollMs = longestPollMs * 2
  #polling = false
  #claims = true
  #stopped = false
  /** Of the last tick that was answered. */
  #tickFound = true

  constructor(options: ClaimLoopOptions) {
    this.#options = options
  }

  /** True while a question to the store is under way or wanted at once. */
  get busy(): boolean {
    return this.#running !== undefined || this.#wantsRuns || this.#wantsActivities
  }

  /** Ticks at once, and from now on every second. */
  start(): void {
    this.tick()
  }

  /** Asks with the full tick now. */
  tick(): void {
    this.#tickAt = this.#options.clock.now()
    this.#run()
  }

  /** Ticks, after what is on its way. True when there was nothing for this worker; what was is started by then. */
  async findsNothing(): Promise<boolean> {
    await this.#running
    this.#tickFound = true
    this.tick()
    await this.#running
    return !this.#tickFound
  }

  poke(of: 'runs' | 'activities'): void {
    if (!this.#claims) return
    if (of === 'runs') this.#wantsRuns = true
    else this.#wantsActivities = true
    this.#polling = false
    this.#run()
  }

  /** Asks for activities at an instant of database time. */
  pokeAt(instant: number): void {
    const { clock, databaseClock } = this.#options
    const delayMs = databaseClock.msUntil(instant)
    if (delayMs < tickIntervalMs) clock.setTimer(delayMs, () => this.poke('activities'), { keepAlive: false })
  }

  /** Called when work ended: a loop that was full asks for more. */
  onProgress(): void {
    if (!this.#starved || this.#options.runs.active > this.#options.limits.active / 2) return
    this.#starved = false
    this.poke('runs')
  }

  /** Stops claiming; the tick goes on, so that the lease holds while the worker drains. */
  stopClaiming(): void {
    this.#claims = false
    this.#wantsRuns = false
    this.#wantsActivities = false
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.stopClaiming()
    this.#timer?.cancel()
    await this.#running
  }

  #run(): void {
    if (this.#running !== undefined || this.#stopped) return
    this.#running = this.#round().finally(() => {
      this.#running = undefined
      this.#schedule()
    })
  }

  async #round(): Promise<void> {
    const { session, clock, lease, activities, slots } = this.#options
    try {
      do {
        const now = clock.now()
        if (now >= this.#tickAt) {
          this.#tickAt = now + tickIntervalMs
          this.#wantsRuns = this.#wantsActivities = false
          const reply = await session.tick({
            runs: { limit: this.#runLimit(), aheadMs },
            activityLimit: this.#claims ? slots.free : 0,
          })
          lease.renewed(now)
          this.#onTick(reply)
        } else if (this.#wantsRuns) {
          this.#wantsRuns = false
          const limit = this.#runLimit()
          if (limit > 0) this.#onRuns(await session.claimRuns({ limit, aheadMs }), limit, this.#polling)
        } else if (this.#wantsActivities) {
          this.#wantsActivities = false
          const limit = slots.free
          const tasks = limit > 0 ? await session.claimActivities(limit) : []
          if (this.#stopped) return
          activities.start(tasks)
          if (tasks.length > 0) this.#wantsActivities = this.#claims
        }
      } while (!this.#stopped && (this.#wantsRuns || this.#wantsActivities))
    } catch (error) {
      if (SessionLostError.is(error)) this.#options.onSessionLost()
      else if (!this.#stopped) this.#options.onTrouble(error)
      // The next tick tries again; the database may be away.
      this.#wantsRuns = this.#wantsActivities = false
    }
  }

  #runLimit(): number {
    const { runs, limits } = this.#options
    if (!this.#claims) return 0
    const limit = Math.min(limits.perClaim, limits.active - runs.active, limits.owned - runs.owned)
    this.#starved = limit <= 0
    return Math.max(0, limit)
  }

  #onTick(reply: TickReply): void {
    if (this.#stopped) return
    const { runs, activities } = this.#options
    this.#tickFound = reply.runs.length > 0 || reply.activities.length > 0 || reply.hasOutgoing
    runs.noteMail(reply.mail)
    activities.start(reply.activities)
    void activities.sendHeartbeats()
    if (reply.hasQuestions) this.#options.onQuestions()
    if (reply.hasOutgoing) runs.takeUpOutgoing()
    if (reply.activities.length > 0) this.#wantsActivities = this.#claims
    this.#onRuns(reply, this.#options.limits.perClaim, true)
  }

  #onRuns(reply: ClaimReply, limit: number, unhinted: boolean): void {
    if (this.#stopped) return
    const { runs, databaseClock, clock } = this.#options
    databaseClock.observe(reply.now)
    runs.admit(reply.runs)
    const full = reply.runs.length >= limit
    // Work that no hint announced is the sign that hints don't reach this worker: only then it polls in between.
    if (unhinted) {
      const isUnannounced = reply.runs.some(({ wakeAt }) => wakeAt + announcedWithinMs <= reply.now)
      this.#pollMs = isUnannounced ? firstPollMs : Math.min(longestPollMs * 2, this.#pollMs * 2)
    }
    if (full) this.#wantsRuns = this.#claims
    if (runs.active >= this.#options.limits.active) this.#starved = true
    const { nextWakeAt } = reply
    if (nextWakeAt !== null && !full) this.#wakeIn(clock.now() + databaseClock.msUntil(nextWakeAt))
  }

  #schedule(): void {
    if (this.#stopped) return
    const { clock } = this.#options
    const poll = this.#pollMs <= longestPollMs && this.#claims ? clock.now() + this.#pollMs : Number.POSITIVE_INFINITY
    this.#wakeIn(Math.min(this.#tickAt, poll))
  }

  #wakeIn(at: number): void {
    if (this.#timer !== undefined && this.#timerAt <= at) return
    this.#timer?.cancel()
    this.#timerAt = at
    this.#timer = this.#options.clock.setTimer(at - this.#options.clock.now(), () => {
      this.#timer = undefined
      this.#timerAt = Number.POSITIVE_INFINITY
      // Before the tick's time it is a poll, which asks for runs and for activities due at a known instant.
      if (this.#options.clock.now() < this.#tickAt && this.#claims) {
        this.#wantsRuns = this.#wantsActivities = true
        this.#polling = true
      }
      this.#run()
    })
  }
}
