// The workflow that worker processes run while they are killed under messages: signals, updates that take a step, children.
import { Run, Signal, Update, Workflow, activities, child, receiveSignal, runInfo } from '@foliot/core/workflow'
import type { StepActivities } from './steps.js'

const act = activities<StepActivities>({ retry: { initialInterval: '50 milliseconds' } })

export interface LedgerTotals {
  readonly signals: readonly number[]
  readonly updates: readonly number[]
  readonly children: readonly string[]
}

@Workflow('ledger-entry')
export class Entry {
  @Run()
  async run(index: number): Promise<string> {
    return act.step(`entry-${index}`)
  }
}

@Workflow('ledger')
export class Ledger {
  readonly #signals: number[] = []
  readonly #updates: number[] = []

  @Run()
  async run(children: number): Promise<LedgerTotals> {
    const { workflowId } = runInfo()
    const results: string[] = []
    for (let index = 0; index < children; index++) {
      results.push(await child(Entry, { workflowId: `${workflowId}/${index}`, args: [index] }).result())
    }
    await receiveSignal('finish')
    return { signals: this.#signals, updates: this.#updates, children: results }
  }

  @Signal()
  note(value: number): void {
    this.#signals.push(value)
  }

  @Update()
  async double(value: number): Promise<number> {
    await act.step(`double-${value}`)
    this.#updates.push(value)
    return value * 2
  }
}
