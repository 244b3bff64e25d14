// Event and EventTarget of the DOM standard, without a tree: dispatch calls the target's own listeners.
import { virtualNow } from './clock.js'

interface Listener {
  readonly type: string
  readonly callback: unknown
  readonly capture: boolean
  readonly once: boolean
  removed: boolean
}

/** What dispatch writes and event handlers only read. */
interface EventState {
  target: EventTarget | null
  dispatching: boolean
  stopped: boolean
  prevented: boolean
}

const states = new WeakMap<object, EventState>()

const stateOf = (event: object): EventState => {
  const state = states.get(event)
  if (state === undefined) throw new TypeError('Expected an Event.')
  return state
}

export interface EventOptions {
  readonly bubbles?: boolean
  readonly cancelable?: boolean
  readonly composed?: boolean
}

export class Event {
  readonly #type: string
  readonly #options: EventOptions
  readonly #timeStamp = virtualNow()

  constructor(type: unknown, options: EventOptions = {}) {
    this.#type = String(type)
    this.#options = options
    states.set(this, { target: null, dispatching: false, stopped: false, prevented: false })
  }

  get type(): string {
    return this.#type
  }

  get bubbles(): boolean {
    return Boolean(this.#options.bubbles)
  }

  get cancelable(): boolean {
    return Boolean(this.#options.cancelable)
  }

  get composed(): boolean {
    return Boolean(this.#options.composed)
  }

  get timeStamp(): number {
    return this.#timeStamp
  }

  get isTrusted(): boolean {
    return false
  }

  get target(): EventTarget | null {
    return stateOf(this).target
  }

  get currentTarget(): EventTarget | null {
    const { dispatching, target } = stateOf(this)
    return dispatching ? target : null
  }

  get defaultPrevented(): boolean {
    return stateOf(this).prevented
  }

  preventDefault(): void {
    if (this.cancelable) stateOf(this).prevented = true
  }

  stopPropagation(): void {
    // There is no tree to propagate in.
  }

  stopImmediatePropagation(): void {
    stateOf(this).stopped = true
  }

  composedPath(): EventTarget[] {
    const { currentTarget } = this
    return currentTarget === null ? [] : [currentTarget]
  }

  get [Symbol.toStringTag](): string {
    return 'Event'
  }
}

export class CustomEvent extends Event {
  readonly #detail: unknown

  constructor(type: unknown, options: EventOptions & { readonly detail?: unknown } = {}) {
    super(type, options)
    this.#detail = options.detail ?? null
  }

  get detail(): unknown {
    return this.#detail
  }

  override get [Symbol.toStringTag](): string {
    return 'CustomEvent'
  }
}

type ListenerOptions =
  | boolean
  | {
      readonly capture?: boolean
      readonly once?: boolean
      readonly signal?: { readonly aborted: boolean } & EventTarget
    }

const call = (callback: unknown, target: EventTarget, event: Event): void => {
  try {
    if (typeof callback === 'function') Reflect.apply(callback, target, [event])
    else (callback as { handleEvent(event: Event): void }).handleEvent(event)
  } catch (error) {
    // As on other platforms, a listener's error isn't the dispatcher's: it is charged like a floating rejection.
    void Promise.reject(error)
  }
}

export class EventTarget {
  #listeners: readonly Listener[] = []

  addEventListener(type: unknown, callback: unknown, options: ListenerOptions = {}): void {
    if (callback === null || callback === undefined) return
    const { capture = false, once = false, signal } = typeof options === 'boolean' ? { capture: options } : options
    if (signal?.aborted === true) return
    const name = String(type)
    if (this.#find(name, callback, capture) !== undefined) return
    this.#listeners = [...this.#listeners, { type: name, callback, capture, once, removed: false }]
    signal?.addEventListener('abort', () => this.removeEventListener(name, callback, capture), { once: true })
  }

  removeEventListener(type: unknown, callback: unknown, options: boolean | { readonly capture?: boolean } = {}): void {
    const capture = typeof options === 'boolean' ? options : Boolean(options.capture)
    const listener = this.#find(String(type), callback, capture)
    if (listener !== undefined) this.#remove(listener)
  }

  dispatchEvent(event: Event): boolean {
    const state = stateOf(event)
    if (state.dispatching) throw new TypeError('The event is already being dispatched.')
    state.target = this
    state.dispatching = true
    for (const listener of this.#listeners.filter(({ type }) => type === event.type)) {
      if (listener.removed) continue
      if (listener.once) this.#remove(listener)
      call(listener.callback, this, event)
      if (state.stopped) break
    }
    state.dispatching = false
    state.stopped = false
    return !state.prevented
  }

  #find(type: string, callback: unknown, capture: boolean): Listener | undefined {
    return this.#listeners.find(
      (listener) => listener.type === type && listener.callback === callback && listener.capture === capture,
    )
  }

  #remove(listener: Listener): void {
    listener.removed = true
    this.#listeners = this.#listeners.filter((other) => other !== listener)
  }

  get [Symbol.toStringTag](): string {
    return 'EventTarget'
  }
}
