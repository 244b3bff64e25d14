/** Code that leaves in `seen` everything reachable in a realm, by its path: through properties, accessors, prototypes. */
export const walk = `
  const describe = (path, key) => path + (typeof key === 'symbol' ? '[' + key.description + ']' : '.' + key)
  const seen = new Map()
  const queue = []
  const visit = (value, path) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    seen.set(value, path)
    queue.push([value, path])
  }
  const errors = []
  for (const attempt of [
    () => null.x, () => undeclared, () => eval('1'), () => Function('1'), () => (async () => {}).constructor('1'),
    () => new URL('nonsense'), () => decodeURIComponent('%'), () => new Array(-1), () => structuredClone(() => 1),
    () => atob('*'), () => JSON.parse('{'), () => BigInt('x'), () => new Intl.NumberFormat('x-invalid-'), () => setTimeout(() => 1),
    () => Symbol() + '', () => { const deep = () => deep(); deep() }, () => new TextDecoder('latin1'),
    () => crypto.getRandomValues([]), () => new AbortSignal(),
  ]) {
    try { attempt() } catch (error) { errors.push(error) }
  }
  const imported = import('node:fs')
  try { await imported } catch (error) { errors.push(error) }
  const roots = {
    errors, imported, globalThis, sloppyThis: (function () { return this })(), foliot: __foliot,
    promise: Promise.resolve(), date: new Date(), symbol: Symbol.prototype,
    template: ((strings) => strings)\`x\`, arguments: (function () { return arguments })(), match: /x/d.exec('x'),
    format: new Intl.DateTimeFormat(), bound: new Intl.DateTimeFormat().format, options: new Intl.NumberFormat().resolvedOptions(),
    parts: new Intl.DateTimeFormat().formatToParts(0), segments: new Intl.Segmenter('en').segment('a b'),
    functions: [function* () {}, async function* () {}, async () => {}, class {}], running: [(function* () {})(), (async function* () {})()],
    iterators: [[].values(), new Map().entries(), new Set().values(), 'x'[Symbol.iterator](), 'x'.matchAll(/x/g)],
    platform: typeof URL === 'undefined' ? [] : [
      new URL('https://example.com'), new URLSearchParams('a=1'), new URLSearchParams('a').entries(), AbortSignal.abort(),
      new AbortController(), new Event('x'), structuredClone(new Map([[{}, []]])), new TextEncoder().encode('x'), new TextDecoder(),
    ],
  }
  for (const [name, value] of Object.entries(roots)) visit(value, name)
  while (queue.length > 0) {
    const [value, path] = queue.pop()
    visit(Object.getPrototypeOf(value), path + '.__proto__')
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key)
      for (const part of ['value', 'get', 'set']) visit(descriptor[part], describe(path, key))
      if (typeof descriptor.get !== 'function') continue
      let result
      try { result = Reflect.apply(descriptor.get, value, []) } catch (error) { result = error }
      visit(result, describe(path, key) + '()')
    }
  }
`
