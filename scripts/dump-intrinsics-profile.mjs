// Writes packages/core/src/sandbox/prelude/intrinsics-profile.ts: the intrinsics of a vm context on the oldest supported
// Node, less those that workflow code doesn't have. Run it there, when that floor moves.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import vm from 'node:vm'
import { root } from './workspace.mjs'

const floor = 20
if (Number(process.versions.node.split('.')[0]) !== floor) throw new Error(`Run this under Node ${floor}.`)

/** What DETERMINISM.md takes away, and what the prelude brings itself. */
const absent = new Set(['Atomics', 'SharedArrayBuffer', 'WebAssembly', 'WeakRef', 'FinalizationRegistry', 'console'])

/** What later engines have dropped again. */
const withdrawn = new Map([
  ['Intl.Locale.prototype', 'calendars collations hourCycles numberingSystems textInfo timeZones weekInfo'.split(' ')],
])

const { buildSync } = createRequire(join(root, 'packages/core/package.json'))('esbuild')
const prelude = join(root, 'packages/core/src/sandbox/prelude')
const bundled = buildSync({
  stdin: { contents: `export * from './hidden-intrinsics.js'`, resolveDir: prelude },
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'hidden',
  target: 'es2022',
})
const context = vm.createContext(vm.constants.DONT_CONTEXTIFY)
const names = Object.getOwnPropertyNames(context).filter((name) => !absent.has(name))
const hidden = vm.runInContext(`${bundled.outputFiles[0].text}; hidden.hiddenIntrinsics()`, context)

const keyName = (key) => (typeof key === 'symbol' ? `@@${key.description.replace(/^Symbol\./, '')}` : key)
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'

const profile = {}
const seen = new Set([context])
const visit = (path, separator, object) => {
  if (seen.has(object)) return
  seen.add(object)
  const keys = Reflect.ownKeys(object).filter((key) => !withdrawn.get(path)?.includes(key))
  if (typeof object !== 'function' || keys.length > 2) profile[path] = keys.map(keyName).sort().join(' ')
  for (const key of keys) {
    const { value } = Reflect.getOwnPropertyDescriptor(object, key)
    if (isObject(value) && key !== 'constructor') visit(`${path}${separator}${keyName(key)}`, separator, value)
  }
}

profile[''] = names.sort().join(' ')
for (const name of names) if (isObject(context[name]) && name !== 'globalThis') visit(name, '.', context[name])
for (const [name, object] of hidden) visit(name, '/', object)

const lines = Object.entries(profile).map(([path, keys]) => `  ${JSON.stringify(path)}: ${JSON.stringify(keys)},`)
writeFileSync(
  join(prelude, 'intrinsics-profile.ts'),
  `// The intrinsics that workflow code finds on every Node: those of Node ${floor}, by path. Written by
// scripts/dump-intrinsics-profile.mjs; symbols stand as @@name, the empty path is the global object.

export const intrinsicsProfile: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`,
)
