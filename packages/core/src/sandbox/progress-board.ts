// What a thread is at, in shared memory: the host reads it while the thread is busy, or stuck. A count of activations
// stands for their start time, so that the thread reads no clock; the host sees how long the count stays.

const activation = 0
const request = 1
const task = 2

/** In the cell of the request: the thread rests. In that of the task, which is kept from 1: it loads a bundle. */
const none = 0

export interface Progress {
  /** Differs between any two activations that follow each other. */
  readonly activation: number
  readonly busy: boolean
  /** Number of the request at work, from 1. */
  readonly request: number
  /** Position of the task within that request, if it is one with tasks. */
  readonly task: number | undefined
}

export class ProgressBoard {
  readonly buffer: SharedArrayBuffer
  readonly #cells: Int32Array

  constructor(buffer = new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer
    this.#cells = new Int32Array(buffer)
  }

  // The thread's side

  requestBegins(id: number): void {
    Atomics.store(this.#cells, task, none)
    Atomics.store(this.#cells, request, id)
    this.activationBegins()
  }

  taskBegins(index: number): void {
    Atomics.store(this.#cells, task, index + 1)
    this.activationBegins()
  }

  activationBegins(): void {
    Atomics.add(this.#cells, activation, 1)
  }

  rests(): void {
    Atomics.store(this.#cells, request, none)
  }

  // The host's side

  read(): Progress {
    const index = Atomics.load(this.#cells, task)
    const id = Atomics.load(this.#cells, request)
    return {
      activation: Atomics.load(this.#cells, activation),
      busy: id !== none,
      request: id,
      task: index === none ? undefined : index - 1,
    }
  }
}
