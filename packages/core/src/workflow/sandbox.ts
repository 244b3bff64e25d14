// The door to the globals that the sandbox gives to each run.
import type { SandboxGlobals } from './sandbox-globals.js'

declare const __foliot: SandboxGlobals | undefined

/** `undefined` on the host, where workflow modules may be imported but not run. */
export const sandboxGlobals = (): SandboxGlobals | undefined => (typeof __foliot === 'undefined' ? undefined : __foliot)
