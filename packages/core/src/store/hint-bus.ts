// Hands hints to the listeners of one process. Always in a later microtask: a listener may call the store again.
import type { StoreHint } from './store.js'

export class HintBus {
  readonly #listeners = new Set<(hint: StoreHint) => void>()

  emit(hint: StoreHint): void {
    for (const listener of this.#listeners) {
      queueMicrotask(() => {
        if (this.#listeners.has(listener)) listener(hint)
      })
    }
  }

  subscribe(listener: (hint: StoreHint) => void): () => void {
    // One entry per subscription, also when a listener subscribes twice.
    const own = (hint: StoreHint): void => listener(hint)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }
}
