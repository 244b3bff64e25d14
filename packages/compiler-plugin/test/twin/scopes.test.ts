import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { resolveScopes } from '../../src/twin/scopes.js'

/** The names that a program takes from the global object, in the order of the text. */
const globalsOf = (code: string): readonly string[] => {
  const { program, errors } = parseSync('a.js', code, { lang: 'js', sourceType: 'module', preserveParens: false })
  expect(errors).toEqual([])
  return [...resolveScopes(program).references]
    .filter(([, binding]) => binding === undefined)
    .map(([node]) => node)
    .sort((a, b) => a.start - b.start)
    .map((node) => (node as { name?: string }).name ?? '?')
}

describe('resolveScopes', () => {
  test.each([
    ['a plain name', 'fetch()', ['fetch']],
    ['a declaration after its use', 'fetch(); function fetch() {}', []],
    ['a var inside a block, used outside', '{ var fetch = 1 } fetch', []],
    ['a let inside a block, used outside', '{ let fetch = 1 } fetch', ['fetch']],
    ['a var of a function, used outside', 'function f() { if (1) { var fetch } } fetch', ['fetch']],
    ['a parameter', '((fetch) => fetch()); fetch', ['fetch']],
    [
      'a parameter of a pattern with a default',
      '({ a: { fetch } = other, ...rest }, [x = y]) => [fetch, rest, x]',
      ['other', 'y'],
    ],
    ['a default that reads an outer name', '(a = fetch) => a', ['fetch']],
    ['a caught error', 'try {} catch (fetch) { fetch } fetch', ['fetch']],
    ['a caught pattern', 'try {} catch ({ fetch }) { fetch }', []],
    ['a loop variable', 'for (const fetch of list) fetch; for (let i = 0; i < 1; i++) i; i', ['list', 'i']],
    ['a name written by a loop', 'for (fetch in list) ;', ['fetch', 'list']],
    ['a function expression’s own name', '(function fetch() { fetch }); fetch', ['fetch']],
    ['a class expression’s own name', 'const A = class fetch { m() { fetch } }; fetch', ['fetch']],
    [
      'a class and its heritage',
      'class A extends Base { [key] = value; static { let inner; inner } }',
      ['Base', 'key', 'value'],
    ],
    ['a decorator', '@outer class A { @inner m() {} }', ['outer', 'inner']],
    [
      'names of properties',
      'a.fetch; ({ fetch: 1, m() {}, get g() { return 1 } }); class A { fetch = 1; m() {} }',
      ['a'],
    ],
    ['a computed property', 'a[fetch]; ({ [key]: 1 })', ['a', 'fetch', 'key']],
    ['a shorthand property', '({ fetch })', ['fetch']],
    ['labels', 'fetch: for (;;) { continue fetch }', []],
    ['imports', 'import fetch, { a as b } from "x"; import * as c from "y"; fetch; b; c; a', ['a']],
    ['exports', 'const a = 1; export { a as fetch }; export { fetch as b } from "x"', []],
    ['import.meta and new.target', 'import.meta; function f() { new.target }', []],
    ['an assignment to a pattern', '[a, b.c, { d: e = f }] = g', ['a', 'b', 'e', 'f', 'g']],
    ['a switch', 'switch (x) { case 1: let y; y } y', ['x', 'y']],
    ['a private name', 'class A { #fetch; has(o) { return #fetch in o } }', []],
  ])('%s', (_, code, expected) => {
    expect(globalsOf(code)).toEqual(expected)
  })

  test('tells writes from reads', () => {
    const { program } = parseSync('a.js', 'let a = 1; a = 2; a++; [a] = b; f(a)', { lang: 'js' })
    const [binding] = [...resolveScopes(program).declarations.values()]
    expect([binding?.writes.length, binding?.references.length]).toEqual([3, 1])
  })
})
