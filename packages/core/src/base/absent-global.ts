// The names that workflow code doesn't have, each with the determinism rule that takes it away and what to use instead.
// In the sandbox they are undeclared, so that packages' `typeof` guards work; explainAbsentGlobal gives the error a name.
import { FoliotError } from './foliot-error.js'

export class AbsentGlobalError extends FoliotError {
  static override readonly code = 'FOLIOT_ABSENT_GLOBAL'
  /** The global that isn't there, such as `fetch`. */
  readonly global: string
  /** The rule of the determinism checker that reports it, such as `no-network`. */
  readonly rule: string

  constructor(global: string, rule: string, advice: string, cause?: unknown) {
    super(`${global} doesn't exist in workflow code (${rule}). ${advice}`, { cause })
    this.global = global
    this.rule = rule
  }
}

type Entry = readonly [rule: string, names: string, advice: string]

const inActivity = 'Do it in an activity: its result is recorded, and a replay reads the record.'
const noWait = 'It is resolved by the host, which a replay can’t repeat.'

const entries: readonly Entry[] = [
  ['no-process', 'process navigator', 'Pass what you need as an argument of the run, or read it in an activity.'],
  ['no-process', 'require module exports __dirname __filename', 'Import statically at the top of the file.'],
  ['no-node-builtin', 'Buffer', 'Use Uint8Array with TextEncoder and TextDecoder, or atob and btoa.'],
  [
    'no-network',
    'fetch Request Response Headers FormData Blob File WebSocket EventSource XMLHttpRequest Worker MessageChannel ' +
      'MessagePort BroadcastChannel ReadableStream WritableStream TransformStream',
    inActivity,
  ],
  ['no-network', 'window document localStorage sessionStorage indexedDB', inActivity],
  ['no-ambient-timer', 'setTimeout clearTimeout', 'Use sleep(…): it is a durable timer.'],
  ['no-ambient-timer', 'setInterval clearInterval', 'Loop over sleep(…): each wait is a durable timer.'],
  ['no-ambient-timer', 'setImmediate clearImmediate scheduler', 'Use sleep(0), or queueMicrotask.'],
  ['no-ambient-timer', 'AbortSignal.timeout', 'Use withTimeout(…) or sleep(…): its timer is durable.'],
  ['no-gc-observation', 'WeakRef FinalizationRegistry', 'When memory is collected differs at every replay; use a Map.'],
  ['no-shared-memory', 'SharedArrayBuffer Atomics', `${noWait} Use an ArrayBuffer.`],
  ['no-wasm-async', 'WebAssembly', `${noWait} ${inActivity}`],
  ['no-eval', 'eval Function', 'Import the code statically: a bundle is checked and hashed as it stands.'],
  ['no-dynamic-import', 'import()', 'Import statically at the top of the file.'],
  ['no-wall-clock', 'Temporal', 'Not every supported Node has it. Use now() and Date, which follow the history.'],
]

const find = (name: string): Entry | undefined => entries.find(([, names]) => names.split(' ').includes(name))

/** The error for using a name of the table. */
export const absentGlobal = (name: string, cause?: unknown): AbsentGlobalError => {
  const [rule, , advice] = find(name) ?? ['unknown-global', name, inActivity]
  return new AbsentGlobalError(name, rule, advice, cause)
}

// V8's texts for an undeclared name, and for a method that isn't there.
const undeclared = /^([\w$]+) is not defined$|^(AbortSignal\.timeout) is not a function$/

const readMessage = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return ''
  try {
    const { name, message } = error as { name?: unknown; message?: unknown }
    return (name === 'ReferenceError' || name === 'TypeError') && typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

/**
 * The named error for an error that came of using a global which workflows don't have, with the original's stack;
 * `undefined` for any other error. For errors that leave a run.
 */
export const explainAbsentGlobal = (error: unknown): AbsentGlobalError | undefined => {
  const match = undeclared.exec(readMessage(error))
  const name = match?.[1] ?? match?.[2]
  if (name === undefined || find(name) === undefined) return undefined
  const explained = absentGlobal(name)
  const { stack } = error as { stack?: unknown }
  if (typeof stack === 'string') {
    const frames = stack.indexOf('\n    at ')
    const value = `${explained.name}: ${explained.message}${frames === -1 ? '' : stack.slice(frames)}`
    Object.defineProperty(explained, 'stack', { value, configurable: true, writable: true })
  }
  return explained
}
