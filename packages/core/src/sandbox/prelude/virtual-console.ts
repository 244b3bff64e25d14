// console, whose output goes to the run's log. Silent in replay, like the log itself.
import { defineMembers } from './define-members.js'
import { inspectValue } from './inspect-value.js'
import { log } from './log.js'
import type { LogLevel } from './log.js'

const show = (value: unknown): string => (typeof value === 'string' ? value : inspectValue(value))

const directives: Readonly<Record<string, (value: unknown) => string>> = {
  s: show,
  d: (value) => String(Number(value)),
  i: (value) => String(Math.trunc(Number(value))),
  f: (value) => String(Number(value)),
  j: inspectValue,
  o: inspectValue,
  O: inspectValue,
  c: () => '',
}

/** The arguments as one text, with the first one's %s and its like filled in. */
const format = (args: readonly unknown[]): string => {
  const [first, ...rest] = args
  if (typeof first !== 'string') return args.map(show).join(' ')
  const text = first.replace(/%([sdifjoOc%])/g, (directive, letter: string) => {
    if (letter === '%') return '%'
    const fill = directives[letter]
    return rest.length === 0 || fill === undefined ? directive : fill(rest.shift())
  })
  return [text, ...rest.map(show)].join(' ')
}

const write = (level: LogLevel, args: readonly unknown[]): void => log(level, format(args), '{}')

export const installConsole = (global: object): void => {
  const console = {}
  defineMembers(console, {
    debug: (...args: unknown[]) => write('debug', args),
    log: (...args: unknown[]) => write('info', args),
    info: (...args: unknown[]) => write('info', args),
    warn: (...args: unknown[]) => write('warn', args),
    error: (...args: unknown[]) => write('error', args),
    trace: (...args: unknown[]) => write('debug', [`${format(args)}\n${new Error('trace').stack ?? ''}`]),
    dir: (value: unknown) => write('info', [inspectValue(value)]),
    table: (value: unknown) => write('info', [inspectValue(value)]),
    assert: (condition?: unknown, ...args: unknown[]) => {
      if (!condition) write('error', ['Assertion failed:', ...args])
    },
    group: (...args: unknown[]) => write('info', args),
    groupCollapsed: (...args: unknown[]) => write('info', args),
    groupEnd: () => undefined,
    [Symbol.toStringTag]: 'console',
  })
  defineMembers(global, { console })
}
