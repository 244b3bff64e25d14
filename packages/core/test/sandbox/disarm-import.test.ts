import { expect, test } from 'vitest'
import { disarmImport, importStandIn } from '../../src/sandbox/disarm-import.js'

test.each([
  ['import(name)', `${importStandIn}(name)`],
  ['const said = "import()"; import(said)', `const said = "import()"; ${importStandIn}(said)`],
  ['import /* here */ (name)', `${importStandIn} /* here */ (name)`],
  ['import\n(name)', `${importStandIn}\n(name)`],
  ['f(import(import(name)))', `f(${importStandIn}(${importStandIn}(name)))`],
])('takes dynamic import out of %s, and moves nothing', (code, disarmed) => {
  expect(disarmImport(code)).toBe(disarmed)
  expect(disarmed.length).toBe(code.length)
})

test.each([
  '"call import(name) then"',
  '/* import(name) */ 1',
  'object.import_(name)',
  '`${"import()"}`',
  '"import()"',
])('leaves %s, which only talks of it, as it is', (code) => expect(disarmImport(code)).toBe(code))

test('refuses code that may hold dynamic import and is no script', () => {
  expect(() => disarmImport('import (')).toThrow(SyntaxError)
})
