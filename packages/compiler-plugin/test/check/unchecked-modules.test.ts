import type { Metafile } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { uncheckedModules } from '../../src/check/unchecked-modules.js'

const metafile = (
  bytes: Readonly<Record<string, number>>,
  imports: Metafile['inputs'][string]['imports'] = [],
): Metafile => ({
  inputs: Object.fromEntries(
    Object.keys(bytes).map((path) => [path, { bytes: 1, imports: path === 'core/entry.js' ? [] : imports }]),
  ),
  outputs: {
    'bundle.js': {
      bytes: 1,
      imports: [],
      exports: [],
      inputs: Object.fromEntries(Object.entries(bytes).map(([path, bytesInOutput]) => [path, { bytesInOutput }])),
    },
  },
})

describe('uncheckedModules', () => {
  test('names what ships and was not analysed', () => {
    const found = uncheckedModules(
      metafile({ 'a.ts': 5, 'b.ts': 5, 'c.ts': 0 }),
      metafile({ 'a.ts': 4, 'c.ts': 0 }),
      () => false,
    )
    expect(found.map(({ message }) => message)).toEqual(["b.ts is in the bundle, and its code wasn't checked."])
  })

  test('leaves out Foliot’s own modules and what is generated', () => {
    const imports = [{ path: 'core/entry.js', kind: 'import-statement' as const, original: '@foliot/core/workflow' }]
    const ship = metafile({ 'a.ts': 5, 'core/entry.js': 5, 'generated.js': 5 }, imports)
    expect(uncheckedModules(ship, metafile({ 'a.ts': 5 }), (path) => path === 'generated.js')).toEqual([])
  })
})
