import { createHash } from 'node:crypto'
import type { Bundle } from '../../src/authoring/bundle.js'
import { deliveryProtocol } from '../../src/workflow/delivery.js'

/** A bundle of code written by hand. */
export const scriptBundle = (code: string, map = '{"version":3,"sources":[],"names":[],"mappings":""}'): Bundle => ({
  hash: createHash('sha256').update(code).digest('hex'),
  code,
  map,
  manifest: { format: 1, protocol: deliveryProtocol, runtime: '0.0.0', workflows: [], mapHash: '' },
})
