// Executes tasks in the realms of one thread: finds or rebuilds the live instance, lets its machine work, and charges
// rejected promises to their runs. Both hosts run their tasks through it.
import type { Bundle } from '../authoring/bundle.js'
import { explainAbsentGlobal } from '../base/absent-global.js'
import { CancelledFailure } from '../codec/cancelled-failure.js'
import { engineErrorReason } from '../engine/blocked-reasons.js'
import type { ApplyOutcome, Machine, MachineOptions, ReplayOutcome } from '../engine/machine.js'
import type { QueryReply, QueryTask } from '../engine/query-task.js'
import type { RunAnswer, RunTask } from '../engine/run-task.js'
import type { SandboxStats, WorkflowLogLine } from '../engine/sandbox-host.js'
import { CacheBound } from './cache-bound.js'
import { LiveRuns } from './live-runs.js'
import type { LiveRun } from './live-runs.js'
import { mapTurnStacks } from './map-turn-stacks.js'
import type { MemoryGauge } from './memory-gauge.js'
import type { Realm } from './realm.js'
import { Realms } from './realms.js'
import { collectRejections } from './rejection-watch.js'
import { bundleUnavailable } from './sandbox-reasons.js'

/** Told what the thread is at, so that a stuck one can be found out. */
export interface ProgressListener {
  /** A task of the current batch begins, by its position. */
  taskBegins(index: number): void
  /** The machine calls the code. */
  activationBegins(): void
  /** Nothing is under way. */
  rests(): void
}

export interface RealmRunnerOptions {
  readonly makeMachine: (options: MachineOptions) => Machine
  readonly cacheBytes: number
  readonly memory: MemoryGauge
  readonly progress: ProgressListener
  readonly onLog: (line: WorkflowLogLine) => void
}

type Executed = { readonly answer: RunAnswer; readonly live?: LiveRun; readonly replayed?: ReplayedState }
type ReplayedState = Extract<ReplayOutcome, { type: 'replayed' }>

export class RealmRunner {
  readonly #options: RealmRunnerOptions
  readonly #runs = new LiveRuns()
  readonly #bound: CacheBound
  readonly #realms: Realms
  #runId = ''

  constructor(options: RealmRunnerOptions) {
    this.#options = options
    this.#bound = new CacheBound(options.cacheBytes, options.memory)
    this.#realms = new Realms(
      (line) => this.#log(line),
      (realm) => this.#runs.uses(realm),
    )
  }

  async load(bundle: Bundle): Promise<void> {
    this.#options.progress.activationBegins()
    try {
      await this.#realms.add(bundle)
    } finally {
      this.#options.progress.rests()
    }
  }

  /** All of it runs before this returns; only the rejections are waited for. */
  async execute(tasks: readonly RunTask[]): Promise<readonly RunAnswer[]> {
    const executed = tasks.map((task, index) => {
      this.#options.progress.taskBegins(index)
      const result = this.#execute(task)
      const rejections = collectRejections()
      this.#bound.enforce(this.#runs, task.runId)
      return { result, rejections }
    })
    this.#options.progress.rests()
    return Promise.all(
      executed.map(async ({ result, rejections }) => {
        const charged = (await rejections).filter((reason) => !CancelledFailure.is(reason))
        return charged.length === 0 ? result.answer : this.#charge(result, charged[0])
      }),
    )
  }

  /** What the handler leaves behind is nobody's: an instance made for the question is forgotten. */
  query(task: QueryTask): QueryReply {
    this.#runId = task.runId
    const outcome = this.#guard(() => this.#query(task))
    void collectRejections()
    this.#options.progress.rests()
    return outcome
  }

  #query({ runId, bundle, seq, history, name, args }: QueryTask): QueryReply {
    const cached = this.#runs.use(runId)
    if (cached?.machine.seq === seq && cached.realm.bundle === bundle) return cached.machine.query(name, args)
    const realm = this.#realms.get(bundle)
    if (realm === undefined) return { type: 'blocked', reason: bundleUnavailable(bundle) }
    if (history === undefined) return { type: 'history-needed' }
    const { machine } = this.#start(runId, realm)
    const replayed = machine.replay(history)
    return replayed.type === 'blocked' ? replayed : machine.query(name, args)
  }

  drop(runIds: readonly string[]): void {
    for (const runId of runIds) this.#runs.drop(runId)
  }

  stats(): SandboxStats {
    const usedBytes = this.#options.memory.usedBytes()
    return { cachedRuns: this.#runs.size, usedBytes, evictions: this.#bound.evictions }
  }

  #execute(task: RunTask): Executed {
    const { runId, bundle, seq, history } = task
    this.#runId = runId
    const cached = this.#runs.use(runId)
    if (cached?.machine.seq === seq && cached.realm.bundle === bundle) return this.#apply(task, cached)

    this.#runs.drop(runId)
    const realm = this.#realms.get(bundle)
    if (realm === undefined) return blocked(runId, bundleUnavailable(bundle))
    if (history === undefined && seq > 0) return { answer: { type: 'history-needed', runId } }
    return this.#rebuild(task, realm)
  }

  #rebuild(task: RunTask, realm: Realm): Executed {
    const { runId, history = [] } = task
    const live = this.#start(runId, realm)
    if (history.length === 0) return this.#apply(task, live)
    let outcome = this.#guard(() => live.machine.replay(history))
    if (outcome.type === 'blocked' && outcome.reason.code === 'FOLIOT_NONDETERMINISM') {
      outcome = this.#guard(() => this.#start(runId, realm, true).machine.replay(history))
    }
    return outcome.type === 'blocked' ? blocked(runId, outcome.reason) : this.#apply(task, live, outcome)
  }

  #start(runId: string, realm: Realm, trace = false): LiveRun {
    const activate = realm.start()
    const machine = this.#options.makeMachine({
      runId,
      bundle: realm.bundle,
      activate: (delivery) => {
        this.#options.progress.activationBegins()
        return activate(delivery)
      },
      trace,
      mapStack: (stack) => realm.mapper.sourceOf(stack),
    })
    return { runId, machine, realm }
  }

  #apply(task: RunTask, live: LiveRun, replayed?: ReplayedState): Executed {
    return this.#keep(
      live,
      this.#guard(() => live.machine.apply(task)),
      replayed,
    )
  }

  /** A floating rejection fails its run, as an error that leaves the code does. */
  #charge({ answer, live, replayed }: Executed, reason: unknown): RunAnswer {
    if (live === undefined || answer.type !== 'turn') return answer
    this.#runId = live.runId
    return this.#keep(
      live,
      this.#guard(() => live.machine.charge(explainAbsentGlobal(reason) ?? reason)),
      replayed,
    ).answer
  }

  #keep(live: LiveRun, outcome: ApplyOutcome, replayed?: ReplayedState): Executed {
    if (outcome.type === 'blocked') {
      this.#runs.drop(live.runId)
      return blocked(live.runId, outcome.reason)
    }
    this.#runs.add(live)
    const turn = mapTurnStacks(outcome.turn, live.realm.mapper)
    if (replayed === undefined) return { answer: { type: 'turn', turn }, live }
    return { answer: { type: 'turn', turn, open: replayed.open, differences: replayed.differences }, live, replayed }
  }

  /** Machines report their own errors; what one throws all the same must not end the batch. */
  #guard<T>(work: () => T): T | { readonly type: 'blocked'; readonly reason: ReturnType<typeof engineErrorReason> } {
    try {
      return work()
    } catch (error) {
      return { type: 'blocked', reason: engineErrorReason(error) }
    }
  }

  #log(line: string): void {
    const { level, message, fields } = JSON.parse(line) as Omit<WorkflowLogLine, 'runId'>
    this.#options.onLog({ runId: this.#runId, level, message, fields })
  }
}

type BlockedAnswer = Extract<RunAnswer, { type: 'blocked' }>

const blocked = (runId: string, reason: BlockedAnswer['reason']): Executed => ({
  answer: { type: 'blocked', runId, reason },
})
