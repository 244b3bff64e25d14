import { describe, expect, it } from 'vitest'
import { instancesInRealm } from './in-realm.js'

// A counter, a cache, and the state of a "prebuilt dependency", as a bundler inlines it.
const modules = `
  let counter = 0
  const cache = new Map()
  var dependency = (() => { let calls = 0; class Registry { static names = [] }; return { call: () => ++calls, Registry } })()
`
const body = `
  counter += 1
  cache.set(counter, true)
  dependency.Registry.names.push('x')
  globalThis.shared = (globalThis.shared ?? 0) + 1
  return [counter, cache.size, dependency.call(), dependency.Registry.names.length, globalThis.shared]
`
const first = [1, 1, 1, 1, 1]
const second = [2, 2, 2, 2, 2]

// [TRAPS 40]
describe('module state', () => {
  it('is private to a run, and lasts for its life', () => {
    const start = instancesInRealm(body, modules)
    const [a, b] = [start('run-a'), start('run-b')]
    expect(a()).toEqual(first)
    expect(b()).toEqual(first)
    expect(a()).toEqual(second)
    expect(b()).toEqual(second)
  })

  it('would be seen by another run if both shared one instance', () => {
    const shared = instancesInRealm(body, modules)('shared')
    const [a, b] = [shared, shared]
    expect(a()).toEqual(first)
    expect(b()).not.toEqual(first)
  })

  it('of one run cannot be put on what all runs share', () => {
    const attempts = [
      'Array.prototype.mine = 1',
      'Object.prototype.mine = 1',
      'Math.mine = 1',
      'Math.random = () => 4',
      'Date.now = () => 4',
      'Date.prototype.getTime = () => 4',
      'Intl.mine = 1',
      'JSON.parse = null',
      'console.log = null',
      'crypto.randomUUID = null',
      'URL.mine = 1',
      'URL.prototype.toString = null',
      'AbortSignal.prototype.mine = 1',
      'performance.now = null',
      '__foliot.mine = 1',
      'Promise.mine = 1',
      'Error.mine = 1',
      'RegExp.mine = 1',
      '(function () { return this })().mine = 1',
      'Object.getPrototypeOf(globalThis).mine = 1',
      'Object.getPrototypeOf(function* () {}).mine = 1',
    ]
    const start = instancesInRealm(`
      const succeeded = []
      const attempts = { ${attempts.map((code, index) => `${index}: () => { 'use strict'; ${code} }`)} }
      for (const [index, attempt] of Object.entries(attempts)) {
        try { attempt() } catch (error) { if (error instanceof TypeError) continue }
        succeeded.push(Number(index))
      }
      return succeeded`)
    expect((start('run-a')() as number[]).map((index) => attempts[index])).toEqual([])
  })
})
