import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { inRealm } from './in-realm.js'
import { walk } from './walk.js'

/** A host object would lead to the host's Object.prototype. */
const rootPrototypes = `[...seen].filter(([value]) => Object.getPrototypeOf(value) === null && Object.hasOwn(value, 'hasOwnProperty')).map(([, path]) => path)`

describe('a realm', () => {
  it('leads to no object of the host', () => {
    const { roots, size } = inRealm(`${walk}; return { roots: ${rootPrototypes}, size: seen.size }`) as {
      roots: string[]
      size: number
    }
    expect(roots).toHaveLength(1)
    expect(size).toBeGreaterThan(900)
  })

  it('would be caught if it led to one', async () => {
    const context = createContext({ leak: () => undefined })
    const code = `(async () => { const __foliot = leak; ${walk}; return ${rootPrototypes}.length })()`
    expect(await runInContext(code, context)).toBe(2)
  })

  // [TRAPS 44]
  it('gives no reachable constructor the power to run code', () => {
    const escapes = inRealm(`${walk}
      const found = []
      for (const [value, path] of seen) {
        try { value.constructor.constructor('return process')() } catch { continue }
        found.push(path)
      }
      return found
    `)
    expect(escapes).toEqual([])
  })

  it('survives a stack that overflows within the host, without handing out its error', () => {
    const found = inRealm(`
      const found = new Set()
      const check = (work) => {
        try { work() } catch (error) { if (!(error instanceof Error)) found.add(String(error)) }
      }
      const dive = () => {
        check(dive)
        check(() => console.log('deep'))
        check(() => new Error('deep').stack)
        check(() => Math.random())
        check(() => __foliot.drain())
      }
      dive()
      return [...found]
    `)
    expect(found).toEqual([])
  })
})
