import { parseSync, type Node } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { findDeadCode } from '../../src/twin/dead-code.js'
import { resolveScopes } from '../../src/twin/scopes.js'
import { staticValues } from '../../src/twin/static-values.js'

const analyse = (code: string) => {
  const { program, errors } = parseSync('a.js', code, { lang: 'js', sourceType: 'module', preserveParens: false })
  expect(errors).toEqual([])
  const values = staticValues(resolveScopes(program))
  const last = program.body.at(-1) as Node
  return {
    values,
    dead: findDeadCode(program, values),
    last: last.type === 'ExpressionStatement' ? last.expression : last,
  }
}
const pathOf = (code: string): string | undefined => {
  const { values, last } = analyse(code)
  const path = values.pathOf(last)
  return path && [path.module, ...path.keys].filter((part) => part !== undefined).join(' ')
}

describe('pathOf', () => {
  test.each([
    ['Date.now', 'Date now'],
    ['globalThis.Date["now"]', 'Date now'],
    ['globalThis.globalThis.Date', 'Date'],
    ['Date?.now', 'Date now'],
    ['const D = Date; D.now', 'Date now'],
    ['const { Date: { now: n } } = globalThis; n', 'Date now'],
    ['const k = "Da" + `te`; globalThis[k]', 'Date'],
    ['(0, Math.random)', 'Math random'],
    ['Reflect.get(Date, "now")', 'Date now'],
    ['import { readFile as r } from "fs"; r', 'fs readFile'],
    ['import * as fs from "fs"; fs.promises.readFile', 'fs promises readFile'],
    ['const fs = __toESM(__require("fs")); fs.default.readFile', 'fs readFile'],
    ['const Date = {}; Date.now', undefined],
    ['let D = Date; D = other; D.now', undefined],
    ['const [D] = [Date]; D.now', undefined],
    ['f().now', undefined],
    ['globalThis[x]', undefined],
    ['const a = a; a.b', undefined],
  ])('%s is %s', (code, expected) => {
    expect(pathOf(code)).toBe(expected)
  })
})

describe('constantOf', () => {
  test.each([
    ['typeof process', 'undefined'],
    ['typeof process === "undefined"', true],
    ['typeof process < "u"', false],
    ['typeof Date === "function"', undefined],
    ['const node = typeof process !== "undefined" && process.versions; !node', true],
    ['globalThis.process?.env.HOME', 'nothing'],
    ['const hr = globalThis.process?.hrtime; typeof hr?.bigint', 'undefined'],
    ['"process" in globalThis', false],
    ['"Date" in globalThis', undefined],
    ['process.env', undefined],
    ['const fetch = 1; typeof fetch', 'number'],
    ['const process = load(); typeof process', undefined],
    ['"a" !== "b" ? 1 : 2', 1],
    ['null ?? "x"', 'x'],
    ['/x/', undefined],
  ])('%s is %s', (code, expected) => {
    const { values, last } = analyse(code)
    const found = values.constantOf(last)
    expect(found === undefined ? undefined : (found.value ?? 'nothing')).toBe(expected)
  })
})

describe('findDeadCode', () => {
  const deadTexts = (code: string): readonly string[] =>
    [...analyse(code).dead].map(({ start, end }) => code.slice(start, end))

  test.each([
    ['if (typeof fetch === "function") a(); else b()', ['a();']],
    ['const x = typeof process === "object" ? a() : b()', ['a()']],
    ['false && a(); true || b(); 1 ?? c(); x && d()', ['a()', 'b()', 'c()']],
    ['function f() { return 1; a(); function g() {} }', ['a();']],
    ['function f() { if (typeof process === "undefined") return 1; a() }', ['a()']],
    ['function f(x) { if (x) return 1; a() }', []],
    ['function f(x) { if (x) { return 1 } else { throw 2 } a() }', ['a()']],
    ['if (x && typeof process === "object" && "env" in process) a()', ['"env" in process', 'a()']],
    ['!(x || typeof process !== "object") && a()', ['a()']],
    ['for (;;) { if (x) break; a() }', []],
    ['switch (x) { case 1: break; a(); case 2: b() }', ['a();']],
  ])('%s', (code, expected) => {
    expect(deadTexts(code)).toEqual(expected)
  })
})
