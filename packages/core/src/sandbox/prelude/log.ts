// The run's log: lines for the host, unless the run is silent.
import type { SandboxGlobals } from '../../workflow/sandbox-globals.js'
import { callHost } from './bridge.js'
import { currentRun } from './current-run.js'

export type LogLevel = Parameters<SandboxGlobals['log']>[0]

export const log = (level: LogLevel, message: string, fields: string): void => {
  if (!currentRun().silent) callHost('log', JSON.stringify({ level, message: String(message), fields: String(fields) }))
}
