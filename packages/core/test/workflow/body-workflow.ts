import { expect } from 'vitest'
import { Query } from '../../src/authoring/query-decorator.js'
import { Run } from '../../src/authoring/run-decorator.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'
import type { Turn } from '../../src/engine/turn.js'
import { TestRun } from './run-workflow.js'

type Code = (...args: readonly unknown[]) => unknown

let body: Code = () => undefined

/** Changes the code that the next run or replay executes. */
export const setBody = (code: Code): void => {
  body = code
}

@Workflow('body')
export class BodyWorkflow {
  #stage = 'made'
  @Run() async run(...args: readonly unknown[]) {
    this.#stage = 'running'
    return await body(...args)
  }
  @Query() stage() {
    return this.#stage
  }
}

/** Starts a run of the given code at 1,000. */
export const runOf = (code: Code, ...args: readonly unknown[]): { run: TestRun; turn: Turn } => {
  body = code
  const run = new TestRun(1_000)
  return { run, turn: run.start('body', ...args) }
}

export const resultOf = (turn: Turn): unknown => {
  if (turn.closing?.type !== 'completed') throw new Error(`not completed: ${JSON.stringify(turn.closing)}`)
  return JSON.parse(turn.closing.result) as unknown
}

export const failureOf = (turn: Turn): { readonly [key: string]: unknown } => {
  if (turn.closing?.type !== 'failed') throw new Error(`not failed: ${JSON.stringify(turn.closing)}`)
  return JSON.parse(turn.closing.failure) as { readonly [key: string]: unknown }
}

export const replays = (run: TestRun): void => {
  expect(new TestRun().replay(run.history)).toMatchObject({ type: 'replayed', differences: [] })
}
