import type { RunRecord, RunReference, RunStatus } from '../../src/store/run-record.js'
import { MemoryStore } from '../../src/store/memory/memory-store.js'
import type { StoreHint } from '../../src/store/store.js'

/** A memory store whose runs are set by the test, which counts what it is asked and hints only when told to. */
export class ObservedStore extends MemoryStore {
  readonly records = new Map<string, RunRecord>()
  readonly looks: (readonly string[])[] = []
  /** Thrown by the next calls, one each. */
  readonly errors: Error[] = []
  /** Awaited by each call before it answers. */
  gate: Promise<void> | undefined
  closed = false
  readonly #listeners = new Set<(hint: StoreHint) => void>()

  constructor() {
    super({ now: () => 0 })
  }

  set(runId: string, status: RunStatus, fields: Partial<RunRecord> = {}): void {
    const record = { runId, workflowId: `w-${runId}`, workflowType: 'test', taskQueue: 'default', args: '[]' }
    this.records.set(runId, { ...record, createdAt: 0, status, ...fields })
  }

  override async describeRuns(references: readonly RunReference[]): Promise<readonly (RunRecord | undefined)[]> {
    this.looks.push(references.map((reference) => ('runId' in reference ? reference.runId : reference.workflowId)))
    await this.gate
    const error = this.errors.shift()
    if (error !== undefined) throw error
    return references.map((reference) => ('runId' in reference ? this.records.get(reference.runId) : undefined))
  }

  override onHint(listener: (hint: StoreHint) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  hint(runId: string, closed: boolean): void {
    for (const listener of this.#listeners) listener({ type: 'progress', runIds: [runId], closed })
  }

  override async close(): Promise<void> {
    this.closed = true
  }
}
