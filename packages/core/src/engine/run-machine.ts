// One live run beside its code: feeds it one delivery at a time, holds replay against history, and turns what it asks
// for into events. It does no I/O and reads no clock; `now` comes with each task.
import { FoliotError } from '../base/foliot-error.js'
import { formatInstant } from '../base/instant.js'
import { CancelledFailure } from '../codec/cancelled-failure.js'
import { encodeFailure } from '../codec/encode-failure.js'
import { eventTypeOf } from '../history/command.js'
import type { Command } from '../history/command.js'
import { currentEngineFlags } from '../history/engine-flags.js'
import type { HistoryEvent } from '../history/history-event.js'
import { untoldRunId } from '../history/split-deliveries.js'
import { readAnswer } from '../workflow/answer-text.js'
import type { Answer } from '../workflow/delivery.js'
import { engineErrorReason, nondeterminismReason } from './blocked-reasons.js'
import { closingOf } from './closing-of.js'
import { deliveryText, queryText } from './delivery-text.js'
import type { DeliveredInput } from './delivery-text.js'
import { isTooLong, suggestsContinuing } from './history-limits.js'
import type { HistorySize } from './history-limits.js'
import { HistoryTooLongError } from './history-too-long-error.js'
import {
  activityResultEvent,
  childResultEvent,
  closingFailure,
  messageEvent,
  operatorNote,
  runStartedData,
} from './input-data.js'
import { acceptedTogether, endsBeforeStart, endsPause, endsWithoutCode } from './input-order.js'
import { isMessage } from './input.js'
import type { CancelInput, Input, MessageInput, RescheduleInput } from './input.js'
import type { ApplyOutcome, Machine, MachineOptions, QueryOutcome, ReplayOutcome } from './machine.js'
import { OpenWork } from './open-work.js'
import { operatorFacts } from './operator-facts.js'
import type { StartedTimer } from './open-timers.js'
import { replayHistory } from './replay-history.js'
import type { RunTask } from './run-task.js'
import { TurnDraft } from './turn-draft.js'
import type { Closing } from './turn.js'

/** Timers that one turn may start and fire itself. A loop of them commits in between, so that it starves nobody. */
export const maxInlineFires = 100

class EngineMisuseError extends FoliotError {
  static override readonly code = 'FOLIOT_ENGINE_MISUSE'
}

export class RunMachine implements Machine {
  readonly #options: MachineOptions
  readonly #open = new OpenWork()
  #seq = 0
  #lastRecordedAt = 0
  #events = 0
  #bytes = 0
  #closed = false
  /** No code runs until it is resumed, cancelled or ended. */
  #paused = false
  #cancelRequested = false
  /** The run was reset, and its code doesn't know yet what it is called. */
  #untoldRunId: string | undefined
  #spent = false
  #draft: TurnDraft

  constructor(options: MachineOptions) {
    this.#options = options
    this.#draft = new TurnDraft(options.runId, 0)
  }

  get seq(): number {
    return this.#seq
  }

  replay(history: readonly HistoryEvent[]): ReplayOutcome {
    try {
      return this.#replay(history)
    } catch (error) {
      return this.#blocked(error)
    }
  }

  apply(task: Pick<RunTask, 'now' | 'inputs'>): ApplyOutcome {
    this.#draft = new TurnDraft(this.#options.runId, this.#seq)
    return this.#turn(() => this.#apply(task))
  }

  charge(error: unknown): ApplyOutcome {
    return this.#turn(() => {
      // What was cancelled, and nobody looks at any more, is no error.
      if (CancelledFailure.is(error)) return
      // A result that was about to be recorded gives way; whatever else ended the run stands.
      if (this.#draft.takeBackCompletion()) this.#seq -= 1
      else if (this.#closed) return
      const failure = encodeFailure(error)
      const data = JSON.stringify({ failure, unhandled: true })
      this.#record('RunFailed', data, this.#lastRecordedAt)
      this.#close({ type: 'failed', failure: JSON.stringify(failure) })
    })
  }

  /**
   * Asks the code as it stands, also after the run has ended. Records nothing and changes nothing.
   *
   * @param args JSON text of the array of encoded arguments
   */
  query(name: string, args: string): QueryOutcome {
    try {
      this.#checkUsable()
      const { query, commands } = readAnswer(this.#options.activate(queryText(name, args, this.#lastRecordedAt)))
      if (query === undefined || commands.length > 0)
        throw new EngineMisuseError('The bundle gave no answer to a query.')
      return query
    } catch (error) {
      return this.#blocked(error)
    }
  }

  #checkUsable(): void {
    if (this.#spent) throw new EngineMisuseError('This instance was blocked before: make a fresh one and replay it.')
  }

  #turn(work: () => void): ApplyOutcome {
    try {
      this.#checkUsable()
      work()
    } catch (error) {
      return this.#blocked(error)
    }
    // The timers of a paused run wake nobody: those that are due fire when it is resumed.
    const nextTimerAt = this.#paused ? null : (this.#open.nextTimer?.fireAt ?? null)
    return { type: 'turn', turn: this.#draft.finish({ nextTimerAt, openActivities: this.#open.activities }) }
  }

  #blocked(error: unknown): { readonly type: 'blocked'; readonly reason: ReturnType<typeof engineErrorReason> } {
    this.#spent = true
    return { type: 'blocked', reason: engineErrorReason(error) }
  }

  #replay(history: readonly HistoryEvent[]): ReplayOutcome {
    const result = replayHistory(history, ({ inputs, outputs, runId }) => {
      this.#untoldRunId = runId
      this.#events = inputs[0].seq - 1
      const answer = this.#activate(inputs, inputs[0].recordedAt, outputs)
      this.#measure(inputs)
      this.#measure(outputs)
      return answer
    })
    if (result.type === 'mismatch') {
      this.#spent = true
      const source = result.stack === undefined ? undefined : this.#options.mapStack?.(result.stack)
      return { type: 'blocked', reason: nondeterminismReason(result.mismatch, source) }
    }
    const last = history.at(-1)
    this.#seq = last?.seq ?? 0
    this.#lastRecordedAt = last?.recordedAt ?? 0
    this.#closed = result.closed
    this.#draft = new TurnDraft(this.#options.runId, this.#seq)
    const operators = operatorFacts(history)
    this.#untoldRunId = untoldRunId(history)
    const open = { ...result, timers: result.timers.map(operators.moved) }
    this.#paused = operators.paused && !this.#closed
    this.#cancelRequested = operators.cancelRequested
    this.#open.restore(open)
    const timers = open.timers.map(({ timerId, kind, fireAt }) => ({ timerId, kind, fireAt }))
    return { type: 'replayed', open: { timers, activities: open.activities }, differences: open.differences }
  }

  #apply({ now, inputs }: Pick<RunTask, 'now' | 'inputs'>): void {
    let inlineFires = 0
    let consumed = 0
    // A run that is ended before it began runs no code at all.
    const end = this.#seq === 0 ? inputs.findIndex(endsBeforeStart) : -1
    if (end > 0) inputs = inputs.slice(end)
    this.#events = this.#seq
    if (isTooLong(this.#size)) {
      const last = inputs.filter(endsWithoutCode)
      if (last.length === 0 && !this.#closed) throw new HistoryTooLongError(this.#size)
      inputs = last
    }
    while (!this.#closed) {
      if (this.#paused && !this.#leavePause(inputs, consumed, now)) break
      const input = inputs[consumed]
      let timer = this.#open.nextTimer
      const inline = timer !== undefined && this.#draft.opened(timer)
      if (timer !== undefined && (timer.fireAt > now || (inline && inlineFires === maxInlineFires))) timer = undefined
      if (timer !== undefined && (input === undefined || timer.fireAt <= input.receivedAt)) {
        if (inline) inlineFires += 1
        this.#fire(timer, now)
      } else if (input === undefined) break
      else if (isMessage(input)) {
        const messages = acceptedTogether(inputs, consumed, timer)
        consumed += messages.length
        this.#deliverMessages(messages, now)
      } else {
        consumed += 1
        this.#consume(input, now)
      }
    }
    if (this.#paused && !this.#closed) this.#draft.pause(inputs.length - consumed)
    // What comes after the end of the run stays where it is.
    for (const { mail } of inputs.slice(0, consumed)) {
      if (mail !== undefined) this.#draft.consumeMail(mail)
    }
  }

  /** Whether the run goes on. One that is ended while it is paused ends at once: what came before stays where it is. */
  #leavePause(inputs: readonly Input[], from: number, now: number): boolean {
    const input = inputs.slice(from).find(endsPause)
    if (input === undefined) return false
    if (input.type === 'resume' || input.type === 'cancel') {
      this.#record('RunResumed', operatorNote(input.type === 'resume' ? input : { reason: 'cancel' }), now)
      this.#paused = false
      return true
    }
    if (!isMessage(input)) this.#consume(input, now)
    return false
  }

  #reschedule({ timerId, fireAt, receivedAt, reason, by }: RescheduleInput, now: number): void {
    const timer = this.#open.timer(timerId)
    if (timer === undefined) return
    const moved = { ...timer, fireAt: fireAt ?? receivedAt }
    const data = { timerId, fireAt: formatInstant(moved.fireAt), reason, by }
    this.#record('TimerRescheduled', JSON.stringify(data), now)
    this.#open.setTimer(moved, this.#draft)
  }

  #fire(timer: StartedTimer, now: number): void {
    this.#open.fireTimer(timer, this.#draft)
    const data = JSON.stringify({ timerId: timer.timerId })
    this.#deliver({ type: 'TimerFired', data }, Math.max(now, timer.fireAt))
  }

  #deliverMessages(messages: readonly MessageInput[], now: number): void {
    const [first] = messages
    if (this.#seq === 0 && first?.type === 'cancel') return this.#cancelBeforeStart(first, now)
    if (messages.some(({ type }) => type === 'cancel')) this.#cancelRequested = true
    const delivery = this.#seq + 1
    const events = messages.map((message) => messageEvent(message, delivery))
    const recordedAt = Math.max(now, this.#lastRecordedAt)
    this.#events = this.#seq
    const { commands, rejected = [] } = this.#activate(events, recordedAt, undefined)
    const refused = new Map(rejected.map(({ event, failure }) => [event, failure]))
    messages.forEach((message, index) => {
      const failure = refused.get(index)
      if (failure === undefined) return
      this.#draft.rejectUpdate({ updateId: message.type === 'update' ? message.updateId : '', failure })
    })
    this.#recordDelivery(
      events.filter((_, index) => !refused.has(index)),
      commands,
      recordedAt,
    )
  }

  #cancelBeforeStart(input: CancelInput, now: number): void {
    const { type, data } = messageEvent(input, 1)
    this.#record(type, data, now)
    const failure = closingFailure('cancelled', input.reason)
    this.#record('RunCancelled', `{"failure":${failure}}`, now)
    this.#close({ type: 'cancelled', failure })
  }

  #consume(input: Exclude<Input, MessageInput>, now: number): void {
    switch (input.type) {
      case 'start': {
        if (this.#seq > 0) return
        const { runId, bundle } = this.#options
        const data = runStartedData(input, { runId, bundle, flags: currentEngineFlags })
        this.#deliver({ type: 'RunStarted', data }, now)
        return
      }
      case 'activity-result':
        if (this.#open.endActivity(input.activityId, this.#draft)) this.#deliver(activityResultEvent(input), now)
        return
      case 'child-result':
        if (this.#open.endChild(input)) this.#deliver(childResultEvent(input), now)
        return
      case 'pause':
        if (this.#paused || this.#cancelRequested) return
        this.#record('RunPaused', operatorNote(input), now)
        this.#paused = true
        return
      case 'resume':
        return
      case 'reschedule-timer':
        this.#reschedule(input, now)
        return
      case 'reset-note': {
        const { fromRunId, reason, by } = input
        this.#record('RunReset', JSON.stringify({ fromRunId, reason, by }), now)
        return
      }
      case 'run-timeout':
        this.#record('RunTimedOut', JSON.stringify({ timeout: input.timeout }), now)
        this.#close({ type: 'timed-out', failure: closingFailure('timed-out', input.timeout) })
        return
      case 'terminate':
        this.#record('RunTerminated', JSON.stringify({ reason: input.reason }), now)
        this.#close({ type: 'terminated', failure: closingFailure('terminated', input.reason) })
    }
  }

  #deliver(input: DeliveredInput, now: number): void {
    const recordedAt = Math.max(now, this.#lastRecordedAt)
    this.#events = this.#seq
    const { commands } = this.#activate([input], recordedAt, undefined)
    this.#recordDelivery([input], commands, recordedAt)
  }

  #recordDelivery(inputs: readonly DeliveredInput[], commands: readonly Command[], recordedAt: number): void {
    this.#measure(inputs)
    this.#measure(commands)
    for (const { type, data } of inputs) this.#record(type, data, recordedAt)
    for (const command of commands) this.#carryOut(this.#record(eventTypeOf(command.type), command.data, recordedAt))
  }

  #carryOut(event: HistoryEvent): void {
    const closing = closingOf(event)
    if (closing === undefined) this.#open.follow(event, this.#draft)
    else this.#close(closing)
  }

  #record(type: HistoryEvent['type'], data: string, now: number): HistoryEvent {
    this.#seq += 1
    this.#lastRecordedAt = Math.max(now, this.#lastRecordedAt)
    const event = { seq: this.#seq, type, recordedAt: this.#lastRecordedAt, data }
    this.#draft.record(event)
    return event
  }

  /** Rows of what was open go with the run's own row, so that no TimerCancelled is recorded for them. */
  #close(closing: Closing): void {
    this.#closed = true
    this.#draft.close(closing, this.#open.close())
  }

  /** Of the history before the delivery that is under way. */
  get #size(): HistorySize {
    return { events: this.#events, bytes: this.#bytes }
  }

  #measure(events: readonly { readonly data: string }[]): void {
    for (const { data } of events) this.#bytes += data.length
  }

  #activate(inputs: readonly DeliveredInput[], now: number, outputs: readonly HistoryEvent[] | undefined): Answer {
    const { activate, trace = false } = this.#options
    const isLong = suggestsContinuing(this.#size)
    const runId = this.#untoldRunId
    this.#untoldRunId = undefined
    return readAnswer(activate(deliveryText(inputs, now, { outputs, isLong, trace, runId })))
  }
}
