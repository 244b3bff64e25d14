// The worker processes of one test, with a folder for their bundle and for what their activities leave.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflows } from '@foliot/compiler-plugin'

export interface Attempt {
  readonly runId: string
  readonly activityId: string
  readonly attempt: number
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly processId: number
}

export interface WorkerProcessOptions {
  readonly lease?: string
  readonly timeZone?: string
  /** Its wall clock is wrong by so much. */
  readonly skewMs?: number
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const fileBeside = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))

export class WorkerProcesses {
  readonly folder = mkdtempSync(join(tmpdir(), 'foliot-workers-'))
  readonly bundle = join(this.folder, 'bundle')
  readonly #database: string
  readonly #running = new Set<ChildProcess>()

  private constructor(database: string) {
    this.#database = database
  }

  /** @param workflows the file beside this one that they run */
  static async create(database: string, workflows = 'steps.ts'): Promise<WorkerProcesses> {
    const processes = new WorkerProcesses(database)
    await bundleWorkflows({ workflowsPath: fileBeside(workflows), outdir: processes.bundle })
    return processes
  }

  /** Differs from those of other tests. */
  workflowId(name: string | number): string {
    return `${this.folder}-${name}`
  }

  start({ lease = '15 seconds', timeZone, skewMs }: WorkerProcessOptions = {}): ChildProcess {
    const preload = skewMs === undefined ? [] : ['--import', fileBeside('skew-clock.mjs')]
    const script = [fileBeside('worker-process.mjs'), this.#database, this.bundle, this.#log, lease]
    const child = spawn(process.execPath, [...preload, ...script], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...(timeZone === undefined ? {} : { TZ: timeZone }),
        ...(skewMs === undefined ? {} : { FOLIOT_TEST_SKEW_MS: String(skewMs) }),
      },
    })
    this.#running.add(child)
    child.on('exit', () => this.#running.delete(child))
    return child
  }

  /** Resolves when the worker has begun to work. */
  async startReady(options: WorkerProcessOptions = {}): Promise<ChildProcess> {
    const child = this.start(options)
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`The worker process ended with ${code} before it was ready.`)))
    })
    return child
  }

  attempts(): readonly Attempt[] {
    if (!existsSync(this.#log)) return []
    const lines = readFileSync(this.#log, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Attempt)
  }

  async untilAttempt(matches: (attempt: Attempt) => boolean, withinMs = 30_000): Promise<Attempt> {
    for (let waited = 0; waited < withinMs; waited += 5) {
      const found = this.attempts().find(matches)
      if (found !== undefined) return found
      await pause(5)
    }
    throw new Error(`No such attempt within ${withinMs} ms.`)
  }

  get #log(): string {
    return join(this.folder, 'attempts')
  }

  end(): void {
    for (const child of this.#running) {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}
