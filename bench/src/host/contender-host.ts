// The parent's handle on a contender's process.
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { HostMethod, HostMethods, HostReply } from './host-protocol.js'

const outputLimit = 8_000

interface PendingCall {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

export interface ContenderHostOptions {
  readonly contender: string
  readonly databaseUrl: string
  /** Passes the process's output on. Otherwise it is shown only when a call fails. */
  readonly verbose: boolean
}

export class ContenderHost {
  readonly #child: ChildProcess
  readonly #contender: string
  readonly #pending = new Map<number, PendingCall>()
  #output = ''
  #lastId = 0
  #ended = false

  private constructor(child: ChildProcess, options: ContenderHostOptions) {
    this.#child = child
    this.#contender = options.contender
    const keep = (chunk: Buffer): void => {
      if (options.verbose) process.stderr.write(chunk)
      this.#output = (this.#output + chunk.toString()).slice(-outputLimit)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('message', (message: HostReply | 'ready') => {
      if (message !== 'ready') this.#settle(message)
    })
    child.on('exit', (code, signal) => {
      this.#ended = true
      const error = new Error(`The process of ${this.#contender} ended (${signal ?? code}).\n${this.#output}`)
      for (const { reject } of this.#pending.values()) reject(error)
      this.#pending.clear()
    })
  }

  static async start(options: ContenderHostOptions): Promise<ContenderHost> {
    const file = fileURLToPath(new URL('./host-main.js', import.meta.url))
    const child = fork(file, [options.contender, options.databaseUrl], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const host = new ContenderHost(child, options)
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        reject(
          new Error(`The process of ${options.contender} ended (${signal ?? code}) while it started.\n${host.#output}`),
        ),
      )
    })
    return host
  }

  call<Method extends HostMethod>(
    method: Method,
    ...parameters: HostMethods[Method][0] extends undefined ? [] : [HostMethods[Method][0]]
  ): Promise<HostMethods[Method][1]> {
    if (this.#ended) return Promise.reject(new Error(`The process of ${this.#contender} has ended.\n${this.#output}`))
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: (answer) => resolve(answer as HostMethods[Method][1]), reject })
      this.#child.send({ id, method, parameter: parameters[0] })
    })
  }

  /** Ends the process; it is killed when it takes more than two seconds. */
  async end(): Promise<void> {
    if (this.#ended) return
    const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()))
    if (this.#child.connected) this.#child.disconnect()
    const killer = setTimeout(() => this.#child.kill('SIGKILL'), 2_000)
    await ended
    clearTimeout(killer)
  }

  #settle(reply: HostReply): void {
    const pending = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if (reply.ok) pending?.resolve(reply.answer)
    else pending?.reject(new Error(`${this.#contender}: ${reply.error}\n${this.#output}`))
  }
}
