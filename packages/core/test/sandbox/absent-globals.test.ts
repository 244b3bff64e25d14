import { describe, expect, it } from 'vitest'
import { AbsentGlobalError, explainAbsentGlobal } from '../../src/base/absent-global.js'
import { eachInRealm } from './in-realm.js'

const absent = [
  ['process', 'no-process'],
  ['require', 'no-process'],
  ['fetch', 'no-network'],
  ['WebSocket', 'no-network'],
  ['MessageChannel', 'no-network'],
  ['setInterval', 'no-ambient-timer'],
  ['setImmediate', 'no-ambient-timer'],
  ['WeakRef', 'no-gc-observation'],
  ['FinalizationRegistry', 'no-gc-observation'],
  ['SharedArrayBuffer', 'no-shared-memory'],
  ['Atomics', 'no-shared-memory'],
  ['WebAssembly', 'no-wasm-async'],
  ['Temporal', 'no-wall-clock'],
  ['Buffer', 'no-node-builtin'],
] as const

const refused = [
  ['eval', 'eval("1")'],
  ['eval', '(0, eval)("1")'],
  ['Function', 'new Function("return 1")'],
  ['Function', '(() => {}).constructor("return 1")()'],
  ['Function', '(async () => {}).constructor("return 1")()'],
  ['Function', '(function* () {}).constructor("return 1")()'],
  ['Function', 'Reflect.construct(Function, ["1"], Object)'],
] as const

const isThere = (name: string): string => `return [typeof ${name}, '${name}' in globalThis]`
const uses = (name: string): string => `return ${name}.anything`
const others = {
  undeclared: 'return authorsOwn',
  saysSo: 'throw new Error("process is not defined")',
  timeout: 'AbortSignal.timeout(5)',
  import: 'const name = "node:fs"; return await import(name)',
  setTimeout: 'setTimeout(() => {}, 1)',
  explained: 'try { process.exit() } catch (error) { return __foliot.explain(error).message }',
  unexplained: 'const error = new Error("x"); return __foliot.explain(error) === error',
  hostResolved: 'return [typeof WebAssembly, typeof Atomics, typeof AbortSignal.timeout]',
}

const outcomes = eachInRealm([
  ...absent.flatMap(([name]) => [isThere(name), uses(name)]),
  ...refused.map(([, code]) => `return ${code}`),
  ...Object.values(others),
])

const valueOf = (body: string): unknown => outcomes.get(body)?.()

const thrownBy = (body: string): Error => {
  try {
    valueOf(body)
  } catch (error) {
    return error as Error
  }
  throw new Error('It threw nothing.')
}

describe('globals that workflows do not have', () => {
  it.each(absent)('%s is undeclared', (name) => {
    expect(valueOf(isThere(name))).toEqual(['undefined', false])
  })

  it.each(absent)('%s is explained by its rule when the error leaves a run', (name, rule) => {
    const explained = explainAbsentGlobal(thrownBy(uses(name)))
    expect(AbsentGlobalError.is(explained)).toBe(true)
    expect(explained).toMatchObject({ global: name, rule, code: 'FOLIOT_ABSENT_GLOBAL' })
    expect(explained?.message).toContain(name)
    expect(explained?.stack).toContain('foliot:bundle-')
  })

  it('an error of another kind is left alone', () => {
    expect(explainAbsentGlobal(thrownBy(others.undeclared))).toBeUndefined()
    expect(explainAbsentGlobal(thrownBy(others.saysSo))).toBeUndefined()
    expect(explainAbsentGlobal('process is not defined')).toBeUndefined()
    expect(explainAbsentGlobal(undefined)).toBeUndefined()
  })

  it('the runtime inside a bundle has the explanation too', () => {
    expect(valueOf(others.explained)).toContain('(no-process)')
    expect(valueOf(others.unexplained)).toBe(true)
  })

  // [TRAPS 43]
  it('nothing that the host resolves can resume a run', () => {
    expect(valueOf(others.hostResolved)).toEqual(['undefined', 'undefined', 'undefined'])
    expect(explainAbsentGlobal(thrownBy(others.timeout))).toMatchObject({ rule: 'no-ambient-timer' })
  })

  it.each(refused)('%s refuses by name: %s', (global, code) => {
    const error = thrownBy(`return ${code}`)
    expect(error).toMatchObject({ name: 'AbsentGlobalError', code: 'FOLIOT_ABSENT_GLOBAL' })
    expect(error.message).toContain(`${global} doesn't exist in workflow code (no-eval)`)
  })

  it('dynamic import is rejected by name', () => {
    expect(thrownBy(others.import).message).toContain('(no-dynamic-import)')
  })

  it('setTimeout without a runtime refuses by name', () => {
    expect(thrownBy(others.setTimeout).message).toContain('(no-ambient-timer)')
  })
})
