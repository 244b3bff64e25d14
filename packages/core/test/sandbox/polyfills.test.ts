import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inRealm } from './in-realm.js'

/** The same code for many inputs: here, and in a realm. */
const inBoth = (
  body: string,
  inputs: readonly unknown[],
): readonly [here: readonly unknown[], there: readonly unknown[]] => {
  const code = `const run = (input) => { ${body} }
    return ${JSON.stringify(inputs)}.map((input) => { try { return run(input) } catch (error) { return 'throws ' + error.name } })`
  return [new Function(code)() as unknown[], inRealm(code) as unknown[]]
}

const expectSame = (body: string, inputs: readonly unknown[]): void => {
  const [here, there] = inBoth(body, inputs)
  expect(there).toEqual(JSON.parse(JSON.stringify(here)))
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 300): T[] => fc.sample(arbitrary, { numRuns, seed: 42 })

const texts = sample(fc.string({ unit: 'binary', maxLength: 30 }))
const bytes = sample(
  fc.array(fc.oneof(fc.nat(255), fc.constantFrom(0xef, 0xbb, 0xbf, 0xc2, 0xe0, 0xed, 0xf0, 0xf4, 0x80, 0x9f, 0xa0)), {
    maxLength: 12,
  }),
  1_000,
)

describe('what the realm brings itself does as Node’s own does', () => {
  it('TextEncoder', () => {
    expectSame('return [...new TextEncoder().encode(input)]', [...texts, '\ud800', 'a\udc00b'])
    expectSame(
      'const target = new Uint8Array(7); const { read, written } = new TextEncoder().encodeInto(input, target); return [read, written, [...target]]',
      texts,
    )
  })

  it('TextDecoder', () => {
    for (const options of ['{}', '{ fatal: true }', '{ ignoreBOM: true }']) {
      expectSame(`return new TextDecoder('utf-8', ${options}).decode(new Uint8Array(input))`, bytes)
    }
    expectSame(
      `const decoder = new TextDecoder(); const half = input.length >> 1
       return decoder.decode(new Uint8Array(input.slice(0, half)), { stream: true }) + '|' + decoder.decode(new Uint8Array(input.slice(half))) + '|' + decoder.decode()`,
      bytes,
    )
  })

  it('atob and btoa', () => {
    expectSame('return btoa(input)', [
      ...texts,
      ...sample(fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) })),
    ])
    expectSame('return atob(input)', [
      '',
      'YQ',
      'YQ=',
      'YQ==',
      ' Y Q = = ',
      'YQ===',
      'Y',
      '!',
      ...sample(fc.base64String()),
      ...texts,
    ])
  })

  it('URL and URLSearchParams', () => {
    const urls = [
      'https://user:pa ss@EXAMPLE.com:443/a/../b/./c?x=1&y=%20z#frag',
      'http://münchen.example/ä?ö=ü',
      'http://xn--mnchen-3ya.example',
      'http://1.2.3',
      'http://[::1]:80/',
      'http://0x7f.1/',
      'file:///C:/a/../b',
      'mailto:a@b.c',
      'data:text/plain,hi there',
      'relative',
      '//host/x',
      'http://a b/',
      'http://a.example:99999/',
      'javascript:alert(1)',
      'http://ﬀ.example/',
      'https://example.com/\ud800',
      'http://☃.net/',
      'ws://h:80',
      'blob:https://a.example/x',
    ]
    const parts =
      "['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']"
    expectSame(`const url = new URL(input); return ${parts}.map((part) => url[part])`, [
      ...urls,
      ...sample(fc.webUrl({ withFragments: true, withQueryParameters: true }), 100),
    ])
    expectSame(`const url = new URL(input, 'https://base.example/a/b?c#d'); return url.href`, urls)
    expectSame(
      `const params = new URLSearchParams(input); params.append('a', 'b c'); params.sort(); return [params.toString(), [...params], params.getAll('a'), params.size]`,
      ['a=1&b=2&a=3', '?x=%C3%A4&y=+', ...texts.filter((text) => !/\p{Surrogate}/u.test(text))],
    )
  })

  it('structuredClone', () => {
    const inputs = ['x']
    const cases = `
      const error = new RangeError('r', { cause: { a: 1 } }); const cyclic = { list: [1] }; cyclic.self = cyclic
      const shared = {}; const sparse = [1]; sparse[3] = 4; sparse.extra = 5
      const copies = structuredClone({ date: new Date(5), re: /a/gi, map: new Map([[{ k: 1 }, new Set([1])]]), big: 5n, bytes: new Uint16Array([1, 2]), view: new DataView(new ArrayBuffer(4), 1, 2),
        boxed: [Object(1), Object('s'), Object(true)], error, cyclic, twice: [shared, shared], sparse, nothing: undefined, own: Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }) })
      const refused = [() => 1, Symbol('s'), new WeakMap(), Promise.resolve()].map((value) => { try { structuredClone(value) } catch (error) { return [error.name, error.code] } })
      const ofView = new Uint8Array(new ArrayBuffer(8), 2, 3)
      return [copies.date.getTime(), String(copies.re), [...copies.map.keys()][0].k, [...copies.map.values()][0].has(1), String(copies.big), [...copies.bytes], copies.bytes.constructor.name,
        copies.view.byteLength, copies.view.byteOffset, copies.boxed.map((b) => [typeof b, b.valueOf()]), copies.error.name, copies.error.message, copies.error instanceof RangeError, copies.cyclic.self === copies.cyclic,
        copies.twice[0] === copies.twice[1], Object.keys(copies.sparse), copies.sparse.length, 'nothing' in copies, Object.keys(copies.own), copies.own.inherited ?? 'none', refused, structuredClone(ofView).byteOffset]`
    expectSame(cases, inputs)
  })

  it('events and abort signals', () => {
    expectSame(
      `const log = []; const target = new EventTarget(); const controller = new AbortController()
       const listener = { handleEvent(event) { log.push(['object', event.type, this === listener, event.target === target]) } }
       target.addEventListener('x', listener); target.addEventListener('x', listener); target.addEventListener('x', function (event) { log.push(['once', this === target]) }, { once: true })
       target.addEventListener('x', (event) => { log.push('prevent'); event.preventDefault() }); target.addEventListener('x', () => log.push('by signal'), { signal: controller.signal })
       log.push(target.dispatchEvent(new Event('x', { cancelable: true })), target.dispatchEvent(new Event('x'))); controller.abort(); log.push(target.dispatchEvent(new Event('x')))
       target.addEventListener('y', (event) => event.stopImmediatePropagation()); target.addEventListener('y', () => log.push('not reached')); target.dispatchEvent(new Event('y'))
       const any = AbortSignal.any([controller.signal, AbortSignal.abort('other')]); log.push(any.aborted, any.reason.name)
       const source = new AbortController(); const derived = AbortSignal.any([source.signal]); derived.addEventListener('abort', () => log.push('derived')); derived.onabort = () => log.push('handler')
       source.abort(new Error('why')); source.abort('again'); log.push(derived.aborted, derived.reason.message, AbortSignal.abort().reason.name, AbortSignal.abort().reason.code)
       try { derived.throwIfAborted() } catch (error) { log.push(error.message) }
       try { new AbortSignal() } catch (error) { log.push(error.name) }
       const event = new CustomEvent('z', { detail: 5 }); log.push(event.detail, event instanceof Event, event.defaultPrevented, event.composedPath().length, event.bubbles, String(event))
       return log`,
      ['x'],
    )
  })

  it('DOMException', () => {
    expectSame(
      `const e = new DOMException('m', 'AbortError'); return [e.name, e.message, e.code, e instanceof Error, String(e), new DOMException().name, Object.keys(e)]`,
      ['x'],
    )
  })

  it('queueMicrotask and promises, in the same order', () => {
    const order =
      inRealm(`const order = []; queueMicrotask(() => order.push('m1')); Promise.resolve().then(() => order.push('p1')); queueMicrotask(() => { order.push('m2'); queueMicrotask(() => order.push('m3')) })
      await null; await null; await null; return order`)
    expect(order).toEqual(['m1', 'p1', 'm2', 'm3'])
  })
})
