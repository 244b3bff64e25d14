// Which modules all runs of a realm may share: those in which nothing can change. Whatever isn't sure stays with its run.
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { statelessModules } from '../../src/twin/stateless-modules.js'
import { analyseTwin } from '../../src/twin/twin.js'
import { temporaryProject } from '../support/temporary-project.js'

const statelessIn = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  using project = temporaryProject({ files })
  const { outputFiles, metafile } = await build({
    absWorkingDir: project.folder,
    stdin: { contents: `import './main.ts'`, resolveDir: project.folder },
    outfile: 'twin.js',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'esnext',
    sourcemap: 'external',
    external: ['@foliot/*', 'node:*'],
  })
  const text = (name: string): string => outputFiles.find(({ path }) => path.endsWith(name))?.text ?? ''
  const twin = analyseTwin({ code: text('twin.js'), map: text('twin.js.map'), metafile, root: project.folder })
  return [...statelessModules(twin)].filter((module) => module in files).sort()
}

const imports = `import { activities, Run, Workflow, sleep } from '@foliot/core/workflow'\n`
const main = `${imports}@Workflow('main') export class Main { @Run() async run() { return use() } }\n`

test.each([
  [
    'a workflow with its activities',
    `const email = activities('email', { retry: { maximumAttempts: 3 } }); const use = () => email.send()`,
  ],
  ['constants of primitives', 'const limit = 3 * 60; const label = `at most ${limit}`; const use = () => label'],
  [
    'an object of which only properties are read',
    'const limits = { days: 3, label: "three" }; const use = () => [limits.days, { ...limits }]',
  ],
  [
    'classes with fields, static methods and a superclass',
    `class Base { count = 0; static of() { return new this() } }
    class Fault extends Error { override name = 'Fault' }; class Use extends Base { #more = new Map() }
    const use = () => [Use.of(), new Fault()]`,
  ],
  [
    'functions that change what they are given',
    'function fill(into: unknown[]) { into.push(1) }; const use = () => { const list: unknown[] = []; fill(list); return list }',
  ],
  ['a name for something else', 'const use = () => 1; export default use'],
])('a module is shared that has %s', async (_what, code) => {
  expect(await statelessIn({ 'main.ts': main + code })).toEqual(['main.ts'])
})

test.each([
  ['a counter', 'let runs = 0; const use = () => ++runs'],
  ['a variable that a function sets', 'let last: unknown; const use = () => (last = 1)'],
  ['a collection', 'const seen = new Set(); const use = () => seen.size'],
  ['an array', 'const list: number[] = []; const use = () => list.length'],
  ['an object that is handed on', 'const state = { n: 1 }; const use = () => Object.keys(state)'],
  ['an object with an object in it', 'const state = { a: { n: 1 } }; const use = () => state.a'],
  ['an object with a property that is set', 'const state = { n: 1 }; const use = () => { state.n = 2 }'],
  ['an object that a loop writes to', 'const state = { n: 1 }; const use = () => { for (state.n of [1]); }'],
  ['an object that a pattern writes to', 'const state = { n: 1 }; const use = () => { [state.n] = [1] }'],
  ['a function with a property that is set', 'function use() { use.calls = 1 }'],
  ['a class with a property that is deleted', 'class A {}; const use = () => delete A.x'],
  ['a static field', 'class A { static count = 0 }; const use = () => A.count'],
  ['a static block', 'class A { static { void 0 } }; const use = () => new A()'],
  [
    'a static method that sets something',
    'class A { static open() { this.isOpen = true } }; const use = () => A.open()',
  ],
  ['a method that changes its class', 'class A { go() { this.constructor.count = 1 } }; const use = () => new A()'],
  ['a class made by a call', 'const mixin = () => class {}; class A extends mixin() {}; const use = () => new A()'],
  ['the time of its loading', 'const loadedAt = Date.now(); const use = () => loadedAt'],
  ['a regular expression, which remembers where it was', 'const word = /a/g; const use = () => word.test("a")'],
  ['the global object', 'const use = () => Object.assign(globalThis, { seen: 1 })'],
  ['an effect', 'console.log("loaded"); const use = () => 1'],
  ['an import that runs on first use', 'const use = () => import("./part.js")'],
  ['an import of a module of the host', 'import { join } from "node:path"; const use = () => join("a")'],
  ['a destructured value', 'const { use } = { use: () => 1 }'],
])('a module is loaded for each run that has %s', async (_what, code) => {
  expect(await statelessIn({ 'main.ts': main + code, 'part.ts': 'export const part = 1' })).not.toContain('main.ts')
})

test('a module that imports one with state is loaded for each run, one that it imports is shared', async () => {
  const files = {
    'main.ts': `${main}import { next } from './counter.js'\nimport { double } from './math.js'\nconst use = () => double(next())`,
    'counter.ts': 'let at = 0\nexport const next = () => ++at',
    'math.ts': 'export const double = (n: number) => 2 * n',
  }
  expect(await statelessIn(files)).toEqual(['math.ts'])
})

test('a module whose variable another one changes is loaded for each run', async () => {
  const files = {
    'main.ts': `${main}import { Cache } from './cache.js'\nconst use = () => { Cache.size = 1 }`,
    'cache.ts': 'export class Cache {}',
  }
  expect(await statelessIn(files)).toEqual([])
})
