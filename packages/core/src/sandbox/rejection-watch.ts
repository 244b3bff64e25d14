// Finds out which piece of work left a rejected promise that nobody handles. Node reports such promises later, in the
// order of their rejection; so each piece of work is followed by a rejection of our own, and what is reported between two
// of these belongs to the piece between them.

type Listener = (reason: unknown, promise: Promise<unknown>) => void

const event = 'unhandledRejection'

class Mark {
  readonly pass: (reasons: readonly unknown[]) => void

  constructor(pass: (reasons: readonly unknown[]) => void) {
    this.pass = pass
  }
}

const watched = new WeakSet<object>()

const isWatched = (promise: object): boolean => {
  for (let link = Reflect.getPrototypeOf(promise); link !== null; link = Reflect.getPrototypeOf(link)) {
    if (watched.has(link)) return true
  }
  return false
}

/** Other listeners of the process, set aside while marks are under way. */
let others: readonly Listener[] = []
let pending = 0
let reasons: unknown[] = []

const handOn: Listener = (reason, promise) => {
  for (const listener of others) Reflect.apply(listener, process, [reason, promise])
  if (others.length > 0) return
  // Without a listener Node ends the process: so does this, as an uncaught error.
  queueMicrotask(() => {
    throw reason
  })
}

const listen: Listener = (reason, promise) => {
  if (reason instanceof Mark) {
    const found = reasons
    reasons = []
    pending -= 1
    if (pending === 0) stop()
    reason.pass(found)
  } else if (isWatched(promise)) reasons.push(reason)
  else handOn(reason, promise)
}

const start = (): void => {
  others = process.rawListeners(event) as Listener[]
  process.removeAllListeners(event)
  process.on(event, listen)
}

const stop = (): void => {
  const added = (process.rawListeners(event) as Listener[]).filter((listener) => listener !== listen)
  process.removeAllListeners(event)
  for (const listener of [...others, ...added]) process.on(event, listener)
  others = []
}

/** Claims the rejections of promises with this prototype; others go on to the process's own listeners. */
export const watchRejections = (promisePrototype: object): void => {
  watched.add(promisePrototype)
}

/**
 * Ends a piece of work. The promise resolves to the reasons of the rejections that it left, once its microtasks and
 * those of its caller are through.
 */
export const collectRejections = (): Promise<readonly unknown[]> => {
  if (pending === 0) start()
  pending += 1
  return new Promise((resolve) => {
    void Promise.reject(new Mark(resolve))
  })
}
