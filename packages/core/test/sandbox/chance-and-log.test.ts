import { describe, expect, it } from 'vitest'
import { inRealm, instancesInRealm } from './in-realm.js'

const draws = `return [Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(5))], Math.random()]`

describe('randomness', () => {
  it('is a function of the run’s id', () => {
    const start = instancesInRealm(draws)
    const [one, again, other] = [start('run-1')(), start('run-1')(), start('run-2')()]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(inRealm(draws, { runId: 'run-1' })).toEqual(one)
  })

  it('starts afresh from the seed that the runtime sets', () => {
    const [a, b, c] = inRealm(
      `const draw = (seed) => { __foliot.seed(seed); return [Math.random(), Math.random()] }; return [draw('a'), draw('b'), draw('a')]`,
    ) as unknown[]
    expect(a).toEqual(c)
    expect(a).not.toEqual(b)
  })

  // [TRAPS 35]
  it('of a query leaves the run’s own stream alone', () => {
    const [undisturbed, disturbed, separate] = inRealm(
      `const draw = (between) => { __foliot.seed('s'); const first = Math.random(); const other = between(); return [[first, Math.random()], other] }
       const [plain] = draw(() => 0)
       const [beside, other] = draw(() => __foliot.withSeparateRandom(() => { crypto.randomUUID(); return Math.random() }))
       return [plain, beside, other]`,
    ) as [number[], number[], number]
    expect(disturbed).toEqual(undisturbed)
    expect(undisturbed).not.toContain(separate)
  })

  it('is the host’s, like the clock, within a side effect, also when that throws', () => {
    const [inside, before, after, now] = inRealm(
      `__foliot.seed('s'); const before = [Math.random()]
       const inside = __foliot.withHostTime(() => [Date.now(), Math.random(), crypto.randomUUID(), performance.now()])
       try { __foliot.withHostTime(() => { throw new Error('x') }) } catch {}
       before.push(Math.random()); __foliot.seed('s'); return [inside, before, [Math.random(), Math.random()], Date.now()]`,
      { now: 1_000 },
    ) as [[number, number, string, number], number[], number[], number]
    expect(Math.abs(inside[0] - Date.now())).toBeLessThan(60_000)
    expect(inside[3] - (inside[0] - 1_000)).toBeLessThan(1_000)
    expect(inside[2]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(before).toEqual(after)
    expect(now).toBe(1_000)
  })

  it('is spread evenly', () => {
    const { mean, buckets, bits } = inRealm(`
      const buckets = new Array(16).fill(0); let sum = 0; const bits = new Array(32).fill(0)
      for (let i = 0; i < 160_000; i++) { const value = Math.random(); sum += value; buckets[Math.floor(value * 16)]++ }
      const words = crypto.getRandomValues(new Uint32Array(10_000)); for (const word of words) for (let bit = 0; bit < 32; bit++) bits[bit] += (word >>> bit) & 1
      return { mean: sum / 160_000, buckets, bits }`) as { mean: number; buckets: number[]; bits: number[] }
    expect(mean).toBeCloseTo(0.5, 2)
    for (const count of buckets) expect(Math.abs(count - 10_000)).toBeLessThan(500)
    for (const count of bits) expect(Math.abs(count - 5_000)).toBeLessThan(300)
  })

  it('refuses what Node refuses', () => {
    expect(
      inRealm(`return [() => crypto.getRandomValues(new Float64Array(1)), () => crypto.getRandomValues(new Uint8Array(65537)), () => crypto.getRandomValues()]
        .map((attempt) => { try { attempt() } catch (error) { return error.name } })`),
    ).toEqual(['TypeMismatchError', 'QuotaExceededError', 'TypeMismatchError'])
  })
})

describe('console', () => {
  it('writes the run’s log, and nothing while it is silent', () => {
    const lines: string[] = []
    inRealm(
      `console.log('plain', 1, { a: [1, { b: undefined }], m: new Map([[1, 'x']]), n: null }); console.warn('%s is %d of %j', 'x', 5, { a: 1 }, 'rest')
       console.error(new TypeError('oops')); console.debug('100%', -0, 5n, Symbol('s'), () => 1); console.assert(true, 'no'); console.assert(false, 'yes')
       const cyclic = { get secret() { throw new Error('called') } }; cyclic.self = cyclic; console.info(cyclic, new (class Point { x = 1 })(), new Date(0), [,])
       __foliot.setSilent(true); console.log('silent'); __foliot.setSilent(false); __foliot.log('warn', 'mine', '{"a":1}')`,
      { onLog: (line) => lines.push(line) },
    )
    const parsed = lines.map((line) => JSON.parse(line) as { level: string; message: string; fields: string })
    expect(parsed.map(({ level, message }) => `${level} ${message.split('\n')[0]}`)).toEqual([
      `info plain 1 { a: [ 1, { b: undefined } ], m: Map(1) { 1 => "x" }, n: null }`,
      'warn x is 5 of { a: 1 } rest',
      'error TypeError: oops',
      'debug 100% -0 5n Symbol(s) [function anonymous]',
      'error Assertion failed: yes',
      `info { secret: [accessor], self: [circular] } Point { x: 1 } 1970-01-01T00:00:00.000Z [ undefined ]`,
      'warn mine',
    ])
    expect(parsed.at(-1)?.fields).toBe('{"a":1}')
  })
})

describe('setTimeout', () => {
  it('goes to the runtime’s hooks with its arguments, and back', () => {
    expect(
      inRealm(`const calls = []; let callback
        __foliot.hooks.setTimeout = (run, delayMs) => { calls.push(delayMs); callback = run; return 7 }; __foliot.hooks.clearTimeout = (handle) => calls.push('clear ' + handle)
        const handle = setTimeout((a, b) => calls.push(a + b), '250', 'x', 'y'); callback(); clearTimeout(handle); clearTimeout(undefined)
        setTimeout(() => {}, -5); setTimeout(() => {}); setTimeout(() => {}, NaN); return calls`),
    ).toEqual([250, 'xy', 'clear 7', 0, 0, 0])
  })

  it('belongs to the run that calls it', () => {
    const start = instancesInRealm(
      `if (delivery.events[0].data.runId === 'run-a') __foliot.hooks.setTimeout = () => 1; return typeof __foliot.hooks.setTimeout`,
    )
    expect([start('run-a')(), start('run-b')()]).toEqual(['function', 'undefined'])
  })
})
