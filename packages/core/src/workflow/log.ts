// Log lines of a run. They reach the worker's log once: replay is silent.
import { encodePayload } from '../codec/encode-payload.js'
import type { SandboxGlobals } from './sandbox-globals.js'
import { currentScope } from './run-scope.js'

export type LogFields = { readonly [key: string]: unknown }

// A value that can't be encoded mustn't fail the run for the sake of a log line.
const fieldText = (key: string, value: unknown): string => {
  try {
    return encodePayload(value, key)
  } catch {
    return JSON.stringify(`(${typeof value} that can't be shown)`)
  }
}

const write = (level: Parameters<SandboxGlobals['log']>[0], message: string, fields: LogFields): void => {
  const { globals, replaying } = currentScope(`log.${level}`)
  if (replaying) return
  const parts = Object.keys(fields).map((key) => `${JSON.stringify(key)}:${fieldText(key, Reflect.get(fields, key))}`)
  globals.log(level, String(message), `{${parts.join(',')}}`)
}

/**
 * Writes to the worker's log, with the run's identity attached. Nothing is written while a history is replayed.
 *
 * @example
 * log.info('order paid', { orderId, amount })
 *
 * @throws NotInWorkflowError outside of a workflow
 */
export const log = {
  debug: (message: string, fields: LogFields = {}): void => write('debug', message, fields),
  info: (message: string, fields: LogFields = {}): void => write('info', message, fields),
  warn: (message: string, fields: LogFields = {}): void => write('warn', message, fields),
  error: (message: string, fields: LogFields = {}): void => write('error', message, fields),
} as const
