// setTimeout as a durable timer, made by the runtime inside the bundle, and what is left of the other schedulers.
import { absentGlobal } from '../../base/absent-global.js'
import { virtualNow } from './clock.js'
import { currentRun } from './current-run.js'
import { defineMembers } from './define-members.js'

const setTimeout = (callback: unknown, delay?: unknown, ...args: unknown[]): number => {
  if (typeof callback !== 'function') throw new TypeError('setTimeout: Expected a function as its first argument.')
  const start = currentRun().hooks.setTimeout
  if (start === undefined) throw absentGlobal('setTimeout')
  const delayMs = Number(delay)
  return start(() => void Reflect.apply(callback, undefined, args), delayMs > 0 ? delayMs : 0)
}

const clearTimeout = (handle?: unknown): void => {
  if (handle === undefined || handle === null) return
  const cancel = currentRun().hooks.clearTimeout
  if (cancel === undefined) throw absentGlobal('clearTimeout')
  cancel(Number(handle))
}

const queueMicrotask = (callback: unknown): void => {
  if (typeof callback !== 'function') throw new TypeError('queueMicrotask: Expected a function.')
  // What it throws becomes a floating rejection, which is charged to the run.
  void Promise.resolve().then(() => void Reflect.apply(callback, undefined, []))
}

export const installTimers = (global: object): void => {
  const performance = {}
  defineMembers(performance, {
    now: () => virtualNow() - currentRun().originMs,
    get timeOrigin(): number {
      return currentRun().originMs
    },
    toJSON: () => ({ timeOrigin: currentRun().originMs }),
    [Symbol.toStringTag]: 'Performance',
  })
  defineMembers(global, { setTimeout, clearTimeout, queueMicrotask, performance })
}
