import { expect, it } from 'vitest'
import { inRealm } from './in-realm.js'
import { walk } from './walk.js'

/** Each reachable object of the realm, by its shortest name, with its keys and what they hold. */
const profile = `${walk}
  const keyOf = (key) => typeof key === 'symbol' ? '@@' + String(key.description).replace(/^Symbol\\./, '') : key
  const named = new Map()
  const name = (value, path) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || named.has(value)) return
    named.set(value, path)
    waiting.push(value)
  }
  const waiting = []
  const shared = Object.getPrototypeOf(globalThis)
  name(shared, '')
  const hidden = {
    '%IteratorPrototype%': Object.getPrototypeOf(Object.getPrototypeOf([].values())), '%ArrayIterator%': Object.getPrototypeOf([].values()),
    '%StringIterator%': Object.getPrototypeOf(''[Symbol.iterator]()), '%MapIterator%': Object.getPrototypeOf(new Map().entries()),
    '%SetIterator%': Object.getPrototypeOf(new Set().entries()), '%RegExpStringIterator%': Object.getPrototypeOf(''.matchAll(/x/g)),
    '%Segments%': Object.getPrototypeOf(new Intl.Segmenter('en').segment('')), '%GeneratorFunction%': Object.getPrototypeOf(function* () {}),
    '%SegmentIterator%': Object.getPrototypeOf(new Intl.Segmenter('en').segment('')[Symbol.iterator]()),
    '%AsyncGeneratorFunction%': Object.getPrototypeOf(async function* () {}), '%AsyncFunction%': Object.getPrototypeOf(async () => {}),
    '%TypedArray%': Object.getPrototypeOf(Uint8Array), '%foliot%': __foliot, '%sloppyThis%': (function () { return this })(),
  }
  const lines = []
  const describeAll = () => {
    while (waiting.length > 0) {
      const value = waiting.shift()
      const path = named.get(value)
      for (const key of Reflect.ownKeys(value).map((key) => [keyOf(key), key]).sort(([a], [b]) => (a < b ? -1 : 1))) {
        const descriptor = Object.getOwnPropertyDescriptor(value, key[1])
        // Overridable properties are accessors that give a value.
        const isData = 'value' in descriptor
        let held = isData ? descriptor.value : undefined
        if (!isData && descriptor.get !== undefined) { try { held = Reflect.apply(descriptor.get, value, []) } catch {} }
        const flags = [descriptor.enumerable && 'e', descriptor.configurable && 'c', descriptor.writable && 'w', !isData && (descriptor.set ? 'get/set' : 'get')].filter(Boolean).join('')
        lines.push((path + ' ' + key[0] + ': ' + (held === null ? 'null' : typeof held) + ' ' + flags).trim())
        if (held !== globalThis) name(held, path === '' ? key[0] : path + '.' + key[0])
      }
      const prototype = Object.getPrototypeOf(value)
      if (prototype !== null) name(prototype, path + '.__proto__')
    }
  }
  describeAll()
  for (const [path, value] of Object.entries(hidden)) name(value, path)
  describeAll()
  return lines.join('\\n') + '\\n'
`

// The file was made on the oldest supported Node; every other one must give the same. (TRAPS 42, "one fixed profile")
it('has the same properties on every Node', async () => {
  await expect(inRealm(profile)).toMatchFileSnapshot('realm-profile.txt')
})
