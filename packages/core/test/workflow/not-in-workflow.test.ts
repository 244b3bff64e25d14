import { describe, expect, test } from 'vitest'
import { FoliotError } from '../../src/base/foliot-error.js'
import { activities } from '../../src/workflow/activities.js'
import { log } from '../../src/workflow/log.js'
import { NotInWorkflowError } from '../../src/workflow/not-in-workflow-error.js'
import { runInfo } from '../../src/workflow/run-info.js'
import { clearTimeout, setTimeout } from '../../src/workflow/set-timeout.js'
import { sideEffect } from '../../src/workflow/side-effect.js'
import { sleep, sleepUntil } from '../../src/workflow/sleep.js'
import { now, random, uuid } from '../../src/workflow/time-and-chance.js'
import { BodyWorkflow } from './body-workflow.js'

describe('outside of a workflow', () => {
  const email = activities<{ send(): void }>('email')
  test.each<[string, () => unknown]>([
    ['sleep', () => sleep(1)],
    ['sleepUntil', () => sleepUntil(new Date(0))],
    ['now', now],
    ['random', random],
    ['uuid', uuid],
    ['sideEffect', () => sideEffect(() => 1)],
    ['log.info', () => log.info('hello')],
    ['runInfo', runInfo],
    ['setTimeout', () => setTimeout(() => undefined, 1)],
    ['clearTimeout', () => clearTimeout(1)],
    ['email.send', () => email.send()],
  ])('%s throws with a hint', (call, act) => {
    expect(act).toThrow(NotInWorkflowError)
    expect(act).toThrow(`${call}() works only in a workflow`)
    expect(act).toThrow(/@Workflow class.*client\.start/)
  })

  test('a class can be made and its options are checked', () => {
    expect(new BodyWorkflow().stage()).toBe('made')
    expect(() => activities({ priority: 9 as 5 })).toThrow(/priority: Expected a whole number from 1/)
  })
})

describe('errors', () => {
  test('are told by brand', () => {
    expect(FoliotError.is(new NotInWorkflowError('sleep'))).toBe(true)
  })
})
