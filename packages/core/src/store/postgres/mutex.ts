// Gives one holder at a time, in the order of asking.

export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when it is one's turn, to the function that ends it. */
  async acquire(): Promise<() => void> {
    const before = this.#last
    let end: () => void = () => undefined
    this.#last = new Promise<void>((resolve) => (end = resolve))
    await before
    return end
  }

  async run<T>(body: () => Promise<T>): Promise<T> {
    const end = await this.acquire()
    try {
      return await body()
    } finally {
      end()
    }
  }
}
