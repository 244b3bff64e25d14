// Error as workflow code sees it: with V8's stacks, but without the hooks through which one run could change another's,
// or get at the frames of the host.
import { FoliotError } from '../../base/foliot-error.js'
import { defineMembers, replaceConstructor } from './define-members.js'
import { DOMException } from './dom-exception.js'

const HostError = Error
const { captureStackTrace } = HostError

/** Frames kept of each error; V8's own default of 10 ends within a few async functions. */
const stackDepth = 30

const headOf = (error: unknown): string => {
  try {
    return String(error)
  } catch {
    return '<error>'
  }
}

const ofBundle = /foliot:bundle/
const ofLanguage = /\(<anonymous>\)$|\(index \d+\)$/

/** Replaces V8's formatting, which would run the host's code: only frames of the bundle, and of the language, are told. */
const formatStack = (error: unknown, frames: readonly unknown[]): string => {
  const lines = frames.map(String).filter((frame) => ofBundle.test(frame) || ofLanguage.test(frame))
  while (lines.length > 0 && !ofBundle.test(lines.at(-1) ?? '')) lines.pop()
  return [headOf(error), ...lines].join('\n    at ')
}

// V8's `stackTraceLimit` lives on the host's constructor, which nothing leads to; what is set here has no effect.
const inert = {
  get stackTraceLimit(): number {
    return stackDepth
  },
  set stackTraceLimit(_limit: number) {
    // Packages set it without asking.
  },
  get prepareStackTrace(): typeof formatStack {
    return formatStack
  },
  set prepareStackTrace(_prepare: unknown) {
    // As above.
  },
  captureStackTrace(target: object, above?: NewableFunction): void {
    captureStackTrace(target, above)
  },
}

function VirtualError(this: unknown, ...args: unknown[]): unknown {
  return Reflect.construct(HostError, args, (new.target as unknown as NewableFunction | undefined) ?? VirtualError)
}

const nativeErrors = [
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AggregateError',
]

export const installError = (global: Readonly<Record<string, unknown>>): void => {
  replaceConstructor(HostError.prototype, VirtualError, HostError)
  defineMembers(VirtualError, inert)
  for (const constructor of [...nativeErrors.map((name) => global[name] as object), DOMException, FoliotError]) {
    Object.setPrototypeOf(constructor, VirtualError)
  }
  HostError.stackTraceLimit = stackDepth
  defineMembers(global, { Error: VirtualError })
}
