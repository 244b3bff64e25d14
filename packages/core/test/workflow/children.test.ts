import { describe, expect, test } from 'vitest'
import { Run } from '../../src/authoring/run-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import { encodePayload } from '../../src/codec/encode-payload.js'
import type { ChildResultInput } from '../../src/engine/input.js'
import { child, signalWorkflow } from '../../src/workflow/child.js'
import { race } from '../../src/workflow/race.js'
import { sleep } from '../../src/workflow/sleep.js'
import { failureOf, replays, resultOf, runOf } from './body-workflow.js'
import { outsideMicrotasks } from './in-process-sandbox.js'

@Workflow('inner')
class Inner {
  @Run() async run(value: number): Promise<number> {
    return value
  }
}

const ended = (childId: string, result: unknown, receivedAt: number): ChildResultInput => ({
  type: 'child-result',
  childId,
  receivedAt,
  outcome: { type: 'completed', result: encodePayload(result, 'result') },
})

const requested = (data: string): Record<string, unknown> => JSON.parse(data) as Record<string, unknown>

describe('a child', () => {
  test('is asked for with all that its start takes, and answered by an event', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(() =>
        child(Inner, {
          workflowId: 'inner-1',
          args: [5],
          taskQueue: 'other',
          runTimeout: '1 hour',
          parentClosePolicy: 'abandon',
        }).result(),
      )
      expect(requested(turn.events[1]?.data ?? '')).toEqual({
        childId: '1',
        runId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        workflowId: 'inner-1',
        workflowType: 'inner',
        args: [5],
        taskQueue: 'other',
        runTimeoutMs: 3_600_000,
        parentClosePolicy: 'abandon',
      })
      expect(resultOf(run.apply(2_000, ended('1', 10, 2_000)))).toBe(10)
      expect(run.apply(2_010, ended('1', 11, 2_010)).events).toEqual([])
      replays(run)
    }))

  test('that ended badly rejects with how', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(() => child('far', { workflowId: 'f' }).result())
      const failure = JSON.stringify({ type: 'RangeError', message: 'no good' })
      const outcome = { type: 'failed', failure } as const
      const turn = run.apply(2_000, { type: 'child-result', childId: '1', receivedAt: 2_000, outcome })
      expect(failureOf(turn)).toMatchObject({
        type: 'ChildFailure',
        code: 'FOLIOT_CHILD_FAILED',
        message: 'Child far (f) failed: no good',
        cause: { type: 'RangeError' },
      })
      replays(run)
    }))

  test('takes part in races by the order of the history, and its loss asks it to cancel', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        const first = await race({ child: child('far', { workflowId: 'f' }).result(), late: sleep(100) })
        await sleep(5)
        return first.winner
      })
      run.apply(1_100)
      expect(run.lines.slice(-2)).toEqual(['ChildCancelRequested', 'TimerStarted 3'])
      // How it ends is recorded, and changes nothing.
      run.apply(1_102, ended('1', 'late', 1_102))
      expect(run.lines.at(-1)).toBe('ChildCompleted')
      expect(resultOf(run.apply(1_105))).toBe('late')
      replays(run)
    }))

  test('that is open at the end of its parent is left to the policy', () =>
    outsideMicrotasks(() => {
      const { run, turn } = runOf(async () => {
        child('far', { workflowId: 'a' })
        child('far', { workflowId: 'b', parentClosePolicy: 'terminate' })
      })
      expect(turn.childrenLeft?.map(({ policy }) => policy)).toEqual(['request-cancel', 'terminate'])
      expect(turn.childrenLeft?.map(({ runId }) => runId)).toEqual(
        turn.events.flatMap(({ type, data }) => (type === 'ChildRequested' ? [requested(data).runId] : [])),
      )
      replays(run)
    }))

  test('is refused with what is wrong, at the call', () =>
    outsideMicrotasks(() => {
      for (const call of [
        () => child(class {} as never, { workflowId: 'a' } as never),
        () => child('far', {} as never),
        () => child('far', { workflowId: 'a', parentClosePolicy: 'keep' as never }),
        () => child('far', { workflowId: 'a', args: 5 as never }),
        () => child('far', { workflowId: 'a', arguments: [] } as never),
        () => signalWorkflow('', 'a'),
      ]) {
        expect(failureOf(runOf(call).turn)).toMatchObject({ code: 'FOLIOT_INVALID_OPTION' })
      }
    }))
})
