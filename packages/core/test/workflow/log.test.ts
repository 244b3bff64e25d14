import { describe, expect, test } from 'vitest'
import { log } from '../../src/workflow/log.js'
import { sleep } from '../../src/workflow/sleep.js'
import { outsideMicrotasks } from './in-process-sandbox.js'
import { TestRun } from './run-workflow.js'
import { runOf } from './body-workflow.js'

describe('log', () => {
  test('writes once, and not in replay', () =>
    outsideMicrotasks(() => {
      const { run } = runOf(async () => {
        log.info('begin', { at: 1n, odd: () => 1 })
        await sleep(1)
        log.warn('end')
      })
      run.apply(1_001)
      expect(run.sandbox.lines.map(({ level, message }) => [level, message])).toEqual([
        ['info', 'begin'],
        ['warn', 'end'],
      ])
      expect(Object.keys(JSON.parse(run.sandbox.lines[0]?.fields ?? '') as object)).toEqual(['at', 'odd'])
      const again = new TestRun()
      again.replay(run.history)
      expect(again.sandbox.lines).toEqual([])
    }))
})
