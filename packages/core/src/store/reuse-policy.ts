// Whether a workflow id whose last run closed with some status may be used for a new run.
import type { RunStatus } from './run-record.js'
import type { ReusePolicy } from './run-start.js'

const succeeded: readonly RunStatus[] = ['completed', 'continued-as-new']

export const mayReuse = (policy: ReusePolicy, lastStatus: RunStatus): boolean =>
  policy === 'allow' || (policy === 'allow-failed-only' && !succeeded.includes(lastStatus))
