// Answers on their way from a thread, as one text, like tasks (task-text.ts): turns field by field, the others as JSON.
import type { RunAnswer } from '../engine/run-task.js'
import type { Closing, Continuation, OpenTimer, Turn } from '../engine/turn.js'
import type { EventType } from '../history/event-type.js'
import type { HistoryEvent } from '../history/history-event.js'
import { fieldSeparator, recordSeparator } from './text-separators.js'

type Field = string | number

const optional = (value: number | null | undefined): Field => value ?? ''

const writeTurn = (turn: Turn): string => {
  const { events, timersOpened, timersClosed, activitiesClosed } = turn
  const closing = turn.closing as Exclude<Closing, Continuation> | undefined
  const fields: Field[] = ['T', turn.runId, turn.baseSeq, optional(turn.nextTimerAt), turn.openActivities]
  fields.push(optional(turn.mailConsumed), optional(turn.latestFireAt), closing?.type ?? '')
  if (closing !== undefined) fields.push(closing.type === 'completed' ? closing.result : closing.failure)
  fields.push(events.length, timersOpened.length, timersClosed.length)
  // One by one: as arguments of a single call, many would overflow the stack.
  for (const timerId of timersClosed) fields.push(timerId)
  for (const activityId of activitiesClosed) fields.push(activityId)
  for (const { timerId, kind, fireAt } of timersOpened) fields.push(timerId, kind, fireAt)
  // Numbered on from baseSeq.
  for (const { type, recordedAt, data } of events) fields.push(type, recordedAt, data)
  return fields.join(fieldSeparator)
}

class Fields {
  readonly #fields: readonly string[]
  #at = 1

  constructor(fields: readonly string[]) {
    this.#fields = fields
  }

  get left(): number {
    return this.#fields.length - this.#at
  }

  text(): string {
    const field = this.#fields[this.#at] ?? ''
    this.#at += 1
    return field
  }

  number(): number {
    return Number(this.text())
  }

  optional(): number | undefined {
    const field = this.text()
    return field === '' ? undefined : Number(field)
  }

  texts(count: number): readonly string[] {
    const texts = this.#fields.slice(this.#at, this.#at + count)
    this.#at += count
    return texts
  }
}

const readClosing = (type: string, payload: string): Closing =>
  type === 'completed'
    ? { type, result: payload }
    : { type: type as Exclude<Closing['type'], 'completed' | 'continued-as-new'>, failure: payload }

const readTurn = (fields: Fields): Turn => {
  const runId = fields.text()
  const baseSeq = fields.number()
  const nextTimerAt = fields.optional() ?? null
  const openActivities = fields.number()
  const mailConsumed = fields.optional()
  const latestFireAt = fields.optional()
  const closed = fields.text()
  const closing = closed === '' ? undefined : readClosing(closed, fields.text())
  const eventCount = fields.number()
  const timerCount = fields.number()
  const timersClosed = fields.texts(fields.number())
  const activitiesClosed = fields.texts(fields.left - 3 * (timerCount + eventCount))
  const timersOpened: OpenTimer[] = []
  for (let i = 0; i < timerCount; i++) {
    timersOpened.push({ timerId: fields.text(), kind: fields.text() as OpenTimer['kind'], fireAt: fields.number() })
  }
  const events: HistoryEvent[] = []
  for (let seq = baseSeq + 1; seq <= baseSeq + eventCount; seq++) {
    events.push({ seq, type: fields.text() as EventType, recordedAt: fields.number(), data: fields.text() })
  }
  return {
    runId,
    baseSeq,
    events,
    timersOpened,
    timersClosed,
    activitiesClosed,
    ...(mailConsumed === undefined ? undefined : { mailConsumed }),
    ...(latestFireAt === undefined ? undefined : { latestFireAt }),
    ...(closing === undefined ? undefined : { closing }),
    nextTimerAt,
    openActivities,
  }
}

const isUsual = ({ updatesRejected, childrenLeft, closing }: Turn): boolean =>
  updatesRejected === undefined && childrenLeft === undefined && closing?.type !== 'continued-as-new'

const writeAnswer = (answer: RunAnswer): string =>
  answer.type === 'turn' && answer.open === undefined && isUsual(answer.turn)
    ? writeTurn(answer.turn)
    : `J${fieldSeparator}${JSON.stringify(answer)}`

const readAnswer = (text: string): RunAnswer => {
  const fields = text.split(fieldSeparator)
  return fields[0] === 'J'
    ? (JSON.parse(fields[1] ?? '') as RunAnswer)
    : { type: 'turn', turn: readTurn(new Fields(fields)) }
}

export const writeAnswers = (answers: readonly RunAnswer[]): string => answers.map(writeAnswer).join(recordSeparator)

/** @param text of at least one answer */
export const readAnswers = (text: string): readonly RunAnswer[] => text.split(recordSeparator).map(readAnswer)
