// The entry point '@foliot/core/wake': waking workers that aren't always on.
export { inProcessTransport } from '../wake/in-process-transport.js'
export type { InProcessTransport, InProcessTransportOptions } from '../wake/in-process-transport.js'
export { readWakeMessage, type WakeMessage } from '../wake/wake-message.js'
export type { WakeTransport } from '../wake/wake-transport.js'
export { Wake, type WakeOptions, type WakeOutcome } from '../worker/wake.js'
