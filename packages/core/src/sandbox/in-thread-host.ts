// The sandbox host without threads: code runs within the call, on the caller's thread. For tests and simulation; an
// endless loop in a workflow stalls the process here. thread-host.ts is the one for production.
import { getHeapStatistics } from 'node:v8'
import type { Bundle } from '../authoring/bundle.js'
import type { Machine, MachineOptions } from '../engine/machine.js'
import { RunMachine } from '../engine/run-machine.js'
import type { QueryReply, QueryTask } from '../engine/query-task.js'
import type { RunAnswer, RunTask } from '../engine/run-task.js'
import type { SandboxHost, SandboxStats, WorkflowLogLine } from '../engine/sandbox-host.js'
import { threadMemory } from './memory-gauge.js'
import { RealmRunner } from './realm-runner.js'

export interface InThreadHostOptions {
  /** Takes the log lines of workflow code. */
  readonly onLog?: (line: WorkflowLogLine) => void
  /**
   * Bytes of the whole process's heap and buffers above which live instances are evicted.
   *
   * @default half of V8's heap limit
   */
  readonly cacheBytes?: number
  /** Makes the machine beside each live instance. */
  readonly makeMachine?: (options: MachineOptions) => Machine
}

const unwatched = { taskBegins: () => undefined, activationBegins: () => undefined, rests: () => undefined }

export class InThreadHost implements SandboxHost {
  readonly #runner: RealmRunner

  constructor(options: InThreadHostOptions = {}) {
    this.#runner = new RealmRunner({
      makeMachine: options.makeMachine ?? ((machineOptions) => new RunMachine(machineOptions)),
      cacheBytes: options.cacheBytes ?? getHeapStatistics().heap_size_limit / 2,
      memory: threadMemory,
      progress: unwatched,
      onLog: options.onLog ?? (() => undefined),
    })
  }

  loadBundle(bundle: Bundle): Promise<void> {
    return this.#runner.load(bundle)
  }

  execute(tasks: readonly RunTask[]): Promise<readonly RunAnswer[]> {
    return this.#runner.execute(tasks)
  }

  query(task: QueryTask): Promise<QueryReply> {
    return Promise.resolve(this.#runner.query(task))
  }

  drop(runIds: readonly string[]): void {
    this.#runner.drop(runIds)
  }

  stats(): Promise<SandboxStats> {
    return Promise.resolve(this.#runner.stats())
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
