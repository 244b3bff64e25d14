// What crosses between threads comes out as it went in.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunAnswer, RunTask } from '../../src/engine/run-task.js'
import { readAnswers, writeAnswers } from '../../src/sandbox/answer-text.js'
import { readTasks, writeTasks } from '../../src/sandbox/task-text.js'

const instant = fc.nat({ max: 4e12 })
const json = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
)
const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text))
const mail = fc.option(fc.nat(), { nil: undefined })
/** Without the properties that are undefined. */
const optionally = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as never

const outcome = fc.oneof(
  fc.record({ type: fc.constant('completed' as const), result: json }),
  fc.record({ type: fc.constantFrom('failed' as const, 'cancelled' as const), failure: json }),
  fc.record({ type: fc.constant('timed-out' as const), timeout: fc.constant('heartbeat' as const), failure: json }),
)
const result = fc
  .record({
    type: fc.constant('activity-result' as const),
    receivedAt: instant,
    mail,
    activityId: id,
    attempt: fc.nat(),
    outcome,
  })
  .map(optionally)
const start = fc
  .record({
    type: fc.constant('start' as const),
    receivedAt: instant,
    mail,
    workflowId: id,
    workflowType: id,
    taskQueue: id,
    args: json,
  })
  .map(optionally)
const terminate = fc.record({ type: fc.constant('terminate' as const), receivedAt: instant, reason: fc.string() })
const event = fc.record({
  type: fc.constantFrom('ActivityCompleted' as const, 'TimerFired' as const, 'RunFailed' as const),
  recordedAt: instant,
  data: json,
})
const numbered = (
  events: readonly {
    readonly type: 'TimerFired' | 'ActivityCompleted' | 'RunFailed'
    readonly recordedAt: number
    readonly data: string
  }[],
  from: number,
) => events.map((each, index) => ({ seq: from + index + 1, ...each }))

const task: fc.Arbitrary<RunTask> = fc
  .record({
    runId: id,
    bundle: id,
    seq: fc.nat(),
    now: instant,
    inputs: fc.oneof(
      fc.array(result),
      start.map((input) => [input]),
      fc.array(fc.oneof(result, start, terminate)),
    ),
    history: fc.option(
      fc.array(event).map((events) => numbered(events, 0)),
      { nil: undefined, freq: 3 },
    ),
  })
  .map(optionally)

const timer = fc.record({ timerId: id, kind: fc.constant('sleep' as const), fireAt: instant })
const closing = fc.oneof(
  fc.record({ type: fc.constant('completed' as const), result: json }),
  fc.record({ type: fc.constant('failed' as const), failure: json }),
  fc.record({ type: fc.constantFrom('timed-out' as const, 'terminated' as const), failure: json }),
)
const turn = fc
  .record({
    runId: id,
    baseSeq: fc.nat({ max: 1e6 }),
    events: fc.array(event),
    timersOpened: fc.array(timer),
    timersClosed: fc.array(id),
    activitiesClosed: fc.array(id),
    mailConsumed: fc.option(fc.nat(), { nil: undefined }),
    latestFireAt: fc.option(instant, { nil: undefined }),
    closing: fc.option(closing, { nil: undefined }),
    nextTimerAt: fc.option(instant),
    openActivities: fc.nat(),
  })
  .map(({ events, ...rest }) => optionally({ ...rest, events: numbered(events, rest.baseSeq) }))

const answer: fc.Arbitrary<RunAnswer> = fc.oneof(
  { weight: 4, arbitrary: turn.map((made) => ({ type: 'turn' as const, turn: made })) },
  turn.map((made) => ({ type: 'turn' as const, turn: made, open: { timers: [], activities: [] }, differences: [] })),
  id.map((runId) => ({ type: 'history-needed' as const, runId })),
  fc.record({
    type: fc.constant('blocked' as const),
    runId: id,
    reason: fc.record({ code: fc.constant('FOLIOT_ENGINE_ERROR' as const), message: fc.string({ unit: 'binary' }) }),
  }),
)

test('tasks', () => {
  fc.assert(
    fc.property(fc.array(task, { minLength: 1 }), (tasks) => {
      expect(readTasks(writeTasks(tasks))).toEqual(tasks)
    }),
  )
})

test('answers', () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1 }), (answers) => {
      expect(readAnswers(writeAnswers(answers))).toEqual(answers)
    }),
  )
})
