// Fresh ids for runs, workers and claims, made by the host. Workflow code has its own seeded uuid().
import { approximateTimeMs } from './system-clock.js'
import { createUuidSource } from './uuid-v7.js'

/** A UUID of version 7, greater than every one that this process made before. */
export const newUuid: () => string = createUuidSource(approximateTimeMs, (bytes) => {
  crypto.getRandomValues(bytes)
})
