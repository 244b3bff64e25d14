import { describe, expect, test } from 'vitest'
import { explainRun, type RunFacts } from '../../src/client/explain-run.js'
import type { EventType } from '../../src/history/event-type.js'
import type { HistoryEvent } from '../../src/history/history-event.js'
import type { RunInspection } from '../../src/store/run-inspection.js'
import type { RunRecord } from '../../src/store/run-record.js'
import type { LiveWaits } from '../../src/workflow/describe-waits.js'

const now = Date.UTC(2026, 2, 1)
const hour = 3_600_000

const events = (...list: readonly (readonly [EventType, object])[]): readonly HistoryEvent[] =>
  list.map(([type, data], index) => ({ seq: index + 1, type, recordedAt: now - hour, data: JSON.stringify(data) }))

const started = ['RunStarted', {}] as const

interface Changes {
  readonly run?: Partial<RunRecord>
  readonly history?: readonly HistoryEvent[]
  readonly inspection?: Partial<RunInspection>
  readonly live?: Partial<LiveWaits>
}

const facts = ({ run, history = events(started), inspection, live }: Changes): RunFacts => ({
  run: {
    runId: 'r',
    workflowId: 'w',
    workflowType: 't',
    taskQueue: 'default',
    status: 'running',
    args: '[]',
    createdAt: now - hour,
    ...run,
  },
  history,
  inspection: { now, mailWaiting: 0, workers: 1, activities: [], ...inspection },
  live: { conditions: [], receivers: [], keptSignals: [], ...live },
})

const timer = (fireAt: number | undefined, kind = 'sleep', timerId = 'drip') =>
  ['TimerStarted', { timerId, kind, ...(fireAt !== undefined && { fireAt: new Date(fireAt).toISOString() }) }] as const
const scheduled = ['ActivityScheduled', { activityId: '1', name: 'email.send', args: [], options: {} }] as const
const row = { activityId: '1', attempt: 2, isRunning: false, dueAt: now + hour }

describe('an explanation', () => {
  test.each<[string, Changes, string, RegExp]>([
    ['a closed run', { run: { status: 'completed' } }, 'info run.closed', /is completed/],
    [
      'a blocked run',
      { run: { blocked: JSON.stringify({ code: 'FOLIOT_NONDETERMINISM', message: 'History and code part.' }) } },
      'error run.blocked',
      /FOLIOT_NONDETERMINISM: History and code part/,
    ],
    ['a run without a worker', { inspection: { workers: 0 } }, 'warning worker.none', /No worker serves .*"default"/],
    ['an overdue run', { run: { wakeAt: now - hour } }, 'warning run.overdue', /was due 1 hour ago/],
    ['a delayed start', { history: [], run: { wakeAt: now + 3 * hour } }, 'info start.delayed', /starts in 3 hours/],
    ['mail on its way', { inspection: { mailWaiting: 2 } }, 'info run.busy', /2 messages/],
    ['a sleep', { history: events(started, timer(now + 2 * hour)) }, 'info timer', /Sleep "drip" ends in 2 hours/],
    ['an unarmed timer', { history: events(started, timer(undefined, 'timer')) }, 'info timer.unarmed', /isn't armed/],
    [
      'an activity at its owner',
      { history: events(started, scheduled) },
      'info activity.running',
      /runs at the run's owner/,
    ],
    [
      'an activity that runs elsewhere',
      { history: events(started, scheduled), inspection: { activities: [{ ...row, isRunning: true }] } },
      'info activity.running',
      /attempt 2; it is given up in 1 hour/,
    ],
    [
      'an activity that backs off',
      {
        history: events(started, scheduled),
        inspection: { activities: [{ ...row, lastFailure: '{"type":"Error","message":"no network"}' }] },
      },
      'warning activity.retrying',
      /tried again in 1 hour .*, attempt 3\. Its last attempt failed: no network/,
    ],
    [
      'an activity that is silent',
      {
        history: events(started, scheduled),
        inspection: { activities: [{ ...row, isRunning: true, dueAt: now - hour }] },
      },
      'warning activity.silent',
      /hasn't been heard of since 1 hour ago/,
    ],
    [
      'an activity that nobody takes',
      { history: events(started, scheduled), inspection: { activities: [{ ...row, dueAt: now - hour }] } },
      'warning activity.waiting',
      /waits for a worker that has it/,
    ],
    [
      'a child',
      { history: events(started, ['ChildRequested', { childId: '1', workflowType: 'shipment', workflowId: 's-1' }]) },
      'info child',
      /Child shipment \(s-1\) is open/,
    ],
    ['a signal', { live: { receivers: [{ name: 'go' }] } }, 'info signal', /the signal "go", without a deadline/],
    [
      'a signal with a deadline',
      {
        history: events(started, timer(now + hour, 'timeout', '3')),
        live: { receivers: [{ name: 'go', timerId: '3' }] },
      },
      'info signal',
      /the signal "go", until in 1 hour/,
    ],
    [
      'signals of other names',
      { live: { receivers: [{ name: 'go' }], keptSignals: ['goo', 'goo'] } },
      'warning signal.mismatch',
      /nobody has taken: "goo"/,
    ],
    ['a condition', { live: { conditions: [{}] } }, 'info condition', /a condition to hold, without a deadline/],
    ['nothing that is known', {}, 'info message', /Only a message can wake it/],
  ])('of %s', (_, changes, code, headline) => {
    const explanation = explainRun(facts(changes))
    expect(`${explanation.severity} ${explanation.code}`).toBe(code)
    expect(explanation.headline).toMatch(headline)
  })

  test('names all that a run waits for, the gravest first, and what to do', () => {
    const explanation = explainRun(
      facts({
        history: events(started, timer(now + hour), scheduled, ['CancelRequested', { delivery: 4 }]),
        inspection: { activities: [{ ...row, lastFailure: '{"type":"Error","message":"no network"}' }] },
        live: { receivers: [{ name: 'go' }] },
      }),
    )
    expect(explanation.code).toBe('activity.retrying')
    expect(explanation.details).toHaveLength(4)
    expect(explanation.details.at(-1)).toMatch(/asked to cancel/)
    expect(explanation.nextActions).toEqual([
      'Mend what makes it fail: the next attempt comes by itself.',
      'Send it: run.signal("go", { args: […] }).',
    ])
  })

  test('forgets what has ended', () => {
    const history = events(
      started,
      timer(now + hour),
      scheduled,
      ['TimerCancelled', { timerId: 'drip' }],
      ['ActivityCompleted', { activityId: '1' }],
    )
    expect(explainRun(facts({ history })).details).toEqual([expect.stringMatching(/Only a message/)])
  })
})
