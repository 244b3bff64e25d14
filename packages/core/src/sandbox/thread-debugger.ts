// A debugger's connection to one of this process's worker threads, through the inspector's NodeWorker domain. It reaches
// a thread also in the midst of an endless loop.
import { Session } from 'node:inspector'

export interface CallFrame {
  /** File name under which the script was compiled. */
  readonly script: string
  /** From 1. */
  readonly line: number
  readonly column: number
}

interface ProtocolMessage {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

interface ProtocolFrame {
  readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber?: number }
}

interface AttachedParams {
  readonly sessionId: string
  readonly workerInfo: { readonly title: string }
}

export class ThreadDebugger {
  readonly #session = new Session()
  readonly #threadName: string
  #sessionId: string | undefined
  #onAttached: (() => void) | undefined
  #lastId = 0
  readonly #replies = new Map<number, (message: ProtocolMessage) => void>()
  readonly #scripts = new Map<string, string>()
  #onPaused: ((frames: readonly CallFrame[]) => void) | undefined
  #onResumed: (() => void) | undefined

  /** By the worker's name: the inspector numbers threads in its own way. */
  constructor(threadName: string) {
    this.#threadName = threadName
  }

  /** Rejects when Node was built without an inspector; never settles when the thread isn't there. */
  async attach(): Promise<void> {
    this.#session.connect()
    this.#session.on('NodeWorker.attachedToWorker', ({ params }) => this.#attached(params as unknown as AttachedParams))
    this.#session.on('NodeWorker.receivedMessageFromWorker', ({ params }) =>
      this.#receive(JSON.parse(params.message) as ProtocolMessage),
    )
    const attached = new Promise<void>((resolve) => {
      this.#onAttached = resolve
    })
    await new Promise<void>((resolve, reject) => {
      this.#session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, (error) =>
        error === null ? resolve() : reject(error),
      )
    })
    // Threads are told of one by one, some after the command has been answered.
    await attached
    await this.#command('Debugger.enable')
  }

  /** Pauses the thread; resolves to its call stack, topmost frame first. */
  async pause(): Promise<readonly CallFrame[]> {
    const paused = this.#nextPause()
    await this.#command('Debugger.pause')
    return paused
  }

  /** Goes on until the next function is called, or the next statement reached, and pauses there. */
  async stepInto(): Promise<readonly CallFrame[]> {
    const paused = this.#nextPause()
    await this.#command('Debugger.stepInto')
    return paused
  }

  async resume(): Promise<void> {
    // A pause that is asked for before the thread has really gone on would never come.
    const resumed = new Promise<void>((resolve) => {
      this.#onResumed = resolve
    })
    await this.#command('Debugger.resume')
    await resumed
  }

  detach(): void {
    this.#session.disconnect()
  }

  #nextPause(): Promise<readonly CallFrame[]> {
    return new Promise((resolve) => {
      this.#onPaused = resolve
    })
  }

  #attached({ sessionId, workerInfo }: AttachedParams): void {
    if (!workerInfo.title.endsWith(this.#threadName)) return
    this.#sessionId = sessionId
    this.#onAttached?.()
  }

  async #command(method: string): Promise<void> {
    const sessionId = this.#sessionId
    if (sessionId === undefined) throw new Error(`No debugger session for ${this.#threadName}.`)
    this.#lastId += 1
    const id = this.#lastId
    const { error } = await new Promise<ProtocolMessage>((resolve, reject) => {
      this.#replies.set(id, resolve)
      const message = JSON.stringify({ id, method })
      this.#session.post('NodeWorker.sendMessageToWorker', { sessionId, message }, (refusal) => {
        if (refusal !== null) reject(refusal)
      })
    })
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  }

  #receive({ id, method, params, error }: ProtocolMessage): void {
    if (id !== undefined) {
      this.#replies.get(id)?.({ ...(error === undefined ? {} : { error }) })
      this.#replies.delete(id)
      return
    }
    switch (method) {
      case 'Debugger.scriptParsed':
        this.#scripts.set(String(params?.['scriptId']), String(params?.['url']))
        break
      case 'Debugger.paused':
        this.#onPaused?.((params?.['callFrames'] as readonly ProtocolFrame[]).map((frame) => this.#frame(frame)))
        break
      case 'Debugger.resumed':
        this.#onResumed?.()
        break
      default:
    }
  }

  #frame({ location }: ProtocolFrame): CallFrame {
    const script = this.#scripts.get(location.scriptId) ?? ''
    return { script, line: location.lineNumber + 1, column: (location.columnNumber ?? 0) + 1 }
  }
}
