import type { Bundle } from '../../src/authoring/bundle.js'
import { RunMachine } from '../../src/engine/run-machine.js'
import type { QueryReply, QueryTask } from '../../src/engine/query-task.js'
import type { RunAnswer, RunTask } from '../../src/engine/run-task.js'
import type { SandboxHost } from '../../src/engine/sandbox-host.js'
import { inProcessRun, outsideMicrotasks } from '../workflow/in-process-sandbox.js'

/** Runs the workflow classes of the test's own process, without a vm: for tests of what is around the sandbox. */
export class InProcessHost implements SandboxHost {
  readonly machines = new Map<string, RunMachine>()
  replays = 0

  async loadBundle(): Promise<void> {}

  execute(tasks: readonly RunTask[]): Promise<readonly RunAnswer[]> {
    return outsideMicrotasks(() => tasks.map((task) => this.#execute(task)))
  }

  query({ runId, bundle, seq, history, name, args }: QueryTask): Promise<QueryReply> {
    return outsideMicrotasks(() => {
      const live = this.machines.get(runId)
      if (live?.seq === seq) return live.query(name, args)
      if (history === undefined) return { type: 'history-needed' }
      const machine = new RunMachine({ runId, bundle, activate: inProcessRun().activate })
      const replayed = machine.replay(history)
      return replayed.type === 'blocked' ? replayed : machine.query(name, args)
    })
  }

  drop(runIds: readonly string[]): void {
    for (const runId of runIds) this.machines.delete(runId)
  }

  async stats() {
    return { cachedRuns: this.machines.size, usedBytes: 0, evictions: 0 }
  }

  async close(): Promise<void> {
    this.machines.clear()
  }

  #execute(task: RunTask): RunAnswer {
    const { runId, bundle, history } = task
    let machine = this.machines.get(runId)
    let open
    if (machine?.seq !== task.seq) {
      if (task.seq > 0 && history === undefined) return { type: 'history-needed', runId }
      machine = new RunMachine({ runId, bundle, activate: inProcessRun().activate })
      this.machines.set(runId, machine)
      if (history !== undefined && history.length > 0) {
        this.replays++
        const replayed = machine.replay(history)
        if (replayed.type === 'blocked') return { ...replayed, runId }
        open = replayed.open
      }
    }
    const outcome = machine.apply(task)
    if (outcome.type === 'blocked') return { ...outcome, runId }
    return { type: 'turn', turn: outcome.turn, ...(open === undefined ? {} : { open }) }
  }
}

export const testBundle = (hash: string, ...types: readonly string[]): Bundle => ({
  hash,
  code: '',
  map: '',
  manifest: {
    format: 1,
    protocol: 1,
    runtime: '0.0.0',
    mapHash: '',
    workflows: types.map((type) => ({ type, className: type, file: 'test.ts', hash, activities: [], calendars: [] })),
  },
})
