import { describe, expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'
import { readStartOptions } from '../../src/client/read-start-options.js'
import { PayloadTooLargeError } from '../../src/codec/payload-too-large-error.js'
import { UnencodableValueError } from '../../src/codec/unencodable-value-error.js'

const runId = '0190b6a0-0000-7000-8000-000000000000'
const read = (options: unknown) => readStartOptions(runId, 'onboarding', options)
const problem = (options: unknown): unknown => {
  try {
    return read(options)
  } catch (error) {
    return error
  }
}

describe('readStartOptions', () => {
  test('fills in what was left out', () => {
    expect(read({ workflowId: 'user-42' })).toEqual({
      runId,
      workflowId: 'user-42',
      workflowType: 'onboarding',
      taskQueue: 'default',
      priority: 3,
      args: '[]',
      conflict: 'fail',
      reuse: 'allow',
    })
  })

  test('passes on what was given', () => {
    const start = read({
      workflowId: 'user-42',
      args: [42, { at: new Date(0) }],
      taskQueue: 'mail',
      priority: 1,
      delay: '2 minutes',
      runTimeout: '60 days',
      conflict: 'use-existing',
      reuse: 'reject',
    })
    expect(start).toMatchObject({ taskQueue: 'mail', priority: 1, delayMs: 120_000, runTimeoutMs: 60 * 86_400_000 })
    expect(start).toMatchObject({ conflict: 'use-existing', reuse: 'reject' })
    expect(JSON.parse(start.args)).toHaveLength(2)
  })

  test('takes an instant that is past, however long', () => {
    expect(read({ workflowId: 'a', startAt: new Date(-8.64e15) }).startAt).toBe(0)
    expect(read({ workflowId: 'a', startAt: '2030-01-01T00:00:00Z' }).startAt).toBe(Date.UTC(2030, 0))
  })

  // 61: ids are refused at the edge.
  test.each([
    ['workflowId', {}],
    ['workflowId', { workflowId: '' }],
    ['workflowId', { workflowId: 'x'.repeat(256) }],
    ['workflowId', { workflowId: 42 }],
    ['workflowId', { workflowId: '__ours' }],
    ['taskQueue', { workflowId: 'a', taskQueue: '' }],
    ['priority', { workflowId: 'a', priority: 0 }],
    ['priority', { workflowId: 'a', priority: 2.5 }],
    ['delay', { workflowId: 'a', delay: '1 month' }],
    ['delay', { workflowId: 'a', delay: NaN }],
    ['startAt', { workflowId: 'a', startAt: '2030-01-01T00:00:00' }],
    ['startAt', { workflowId: 'a', startAt: new Date(), delay: 0 }],
    ['runTimeout', { workflowId: 'a', runTimeout: 0 }],
    ['runTimeout', { workflowId: 'a', startAt: new Date(8.64e15), runTimeout: '1 day' }],
    ['conflict', { workflowId: 'a', conflict: 'ignore' }],
    ['reuse', { workflowId: 'a', reuse: true }],
    ['args', { workflowId: 'a', args: 42 }],
    ['runTimeOut', { workflowId: 'a', runTimeOut: '1 day' }],
  ])('refuses a bad %s', (option, options) => {
    expect(problem(options)).toBeInstanceOf(InvalidOptionError)
    expect(problem(options)).toMatchObject({ option })
  })

  test('says what a misspelt option or policy was meant to be', () => {
    expect(problem({ workflowID: 'a' })).toMatchObject({ message: expect.stringContaining('Did you mean workflowId?') })
    expect(problem({ workflowId: 'a', conflict: 'use_existing' })).toMatchObject({
      message: expect.stringContaining("Did you mean 'use-existing'?"),
    })
  })

  test('names the path of an argument that can’t be recorded', () => {
    const error = problem({ workflowId: 'a', args: [{ user: { save: () => undefined } }] })
    expect(error).toBeInstanceOf(UnencodableValueError)
    expect(error).toMatchObject({ path: 'args[0].user.save' })
  })

  test('refuses arguments over 2 MB', () => {
    expect(problem({ workflowId: 'a', args: ['x'.repeat(2 ** 21)] })).toBeInstanceOf(PayloadTooLargeError)
  })
})
