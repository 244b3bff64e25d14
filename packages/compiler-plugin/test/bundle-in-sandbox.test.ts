// Bundles as the sandbox runs them.
import { InThreadHost } from '@foliot/core/internal'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { bundleWorkflows, type Bundle } from '../src/public/index.js'
import { allRules } from '../src/rules/all-rules.js'
import { absentGlobals } from '../src/twin/sandbox-profile.js'
import { temporaryProject, type ProjectContent } from './support/temporary-project.js'

const at = Date.UTC(2026, 0, 5, 9)

const bundleOf = async (content: ProjectContent, minify = false): Promise<Bundle> => {
  using project = temporaryProject(content)
  return (await bundleWorkflows({ workflowsPath: `${project.folder}/src`, minify })).bundle
}

/** Starts a run and gives back how it ended. */
const runToEnd = async (bundle: Bundle, runId: string, workflowType = 'main'): Promise<unknown> => {
  const host = new InThreadHost()
  await host.loadBundle(bundle)
  const ending = await runIn(host, bundle, runId, workflowType)
  await host.close()
  return ending
}

const runIn = async (host: InThreadHost, bundle: Bundle, runId: string, workflowType = 'main'): Promise<unknown> => {
  const [answer] = await host.execute([
    {
      runId,
      bundle: bundle.hash,
      seq: 0,
      history: [],
      now: at,
      inputs: [{ type: 'start', receivedAt: at, workflowId: runId, workflowType, taskQueue: 'default', args: '[]' }],
    },
  ])
  if (answer?.type !== 'turn') throw new Error(JSON.stringify(answer))
  const { closing } = answer.turn
  if (closing?.type === 'completed') return JSON.parse(closing.result)
  if (closing?.type === 'failed') return { failed: JSON.parse(closing.failure) as object }
  return answer.turn.events.map(({ type }) => type)
}

const workflow = (body: string, before = ''): string => `import { Run, Workflow } from '@foliot/core/workflow'
${before}
@Workflow('main')
export class Main {
  @Run()
  async run(): Promise<unknown> {
    ${body}
  }
}
`

vi.setConfig({ testTimeout: 60_000 })

describe('a bundle in the sandbox', () => {
  test('runs a workflow', async () => {
    const bundle = await bundleOf({ files: { 'src/main.ts': workflow(`return ['a', 1]`) } })
    expect(await runToEnd(bundle, 'run-1')).toEqual(['a', 1])
  })

  // TRAPS 40
  test('has module state of its own in each run, over a runtime that no run can change', async () => {
    const body = `runs += 1
    const changes = [() => Object.assign(sleep, { by: 'me' }), () => Object.assign(FoliotError.prototype, { by: 'me' })]
    const refused = changes.map((change) => { try { change(); return false } catch (error) { return error instanceof TypeError } })
    return [runs, refused, Object.keys(sleep)]`
    const before = `import { FoliotError, sleep } from '@foliot/core/workflow'\nlet runs = 0`
    const bundle = await bundleOf({ files: { 'src/main.ts': workflow(body, before) } })
    const host = new InThreadHost()
    await host.loadBundle(bundle)
    for (const runId of ['run-1', 'run-2', 'run-3']) {
      expect(await runIn(host, bundle, runId)).toEqual([1, [true, true], []])
    }
    await host.close()
  })

  test('has modules without state once for all runs, frozen, with instances as free as ever', async () => {
    const before = `class Basket {
      items: string[] = []
      add(item: string) { this.items.push(item); return this.items.length }
    }
    const label = (basket: Basket) => basket.items.join()
    const refuses = (target: object) => { try { Object.assign(target, { by: 'me' }); return false } catch (error) { return error instanceof TypeError } }`
    const body = `const basket = new Basket()
    basket.add(label(basket))
    const other = Object.assign(new Basket(), { add: () => 'mine' })
    return [[Basket, Basket.prototype, label, Main, Main.prototype].map(refuses), basket.items.length, other.add()]`
    const bundle = await bundleOf({ files: { 'src/main.ts': workflow(body, before) } })
    expect(bundle.code.split('return{instantiate(')[1]).not.toMatch(/Basket|label|Main/)
    const host = new InThreadHost()
    await host.loadBundle(bundle)
    for (const runId of ['run-1', 'run-2']) {
      expect(await runIn(host, bundle, runId)).toEqual([[true, true, true, true, true], 1, 'mine'])
    }
    await host.close()
  })

  test('finds the workflows of modules with and without state', async () => {
    const other = (type: string): string =>
      `import { Run, Workflow } from '@foliot/core/workflow'\nlet calls = 0\n@Workflow('${type}') export class Other { @Run() async run() { return ++calls } }`
    const bundle = await bundleOf({
      files: { 'src/main.ts': workflow(`return 'main'`), 'src/other.ts': other('other') },
    })
    const host = new InThreadHost()
    await host.loadBundle(bundle)
    for (const runId of ['run-1', 'run-2']) {
      expect(await runIn(host, bundle, runId, 'other')).toBe(1)
      expect(await runIn(host, bundle, `${runId}-main`)).toBe('main')
    }
    await host.close()
  })

  test('shares no class of an error that a run may catch and write on', async () => {
    const body = `let caught: unknown
    try { (Workflow('z') as unknown as (target: number) => void)(1) } catch (error) { caught = error }
    let refused = false
    try { (caught as { constructor: { runs?: number } }).constructor.runs = 1 } catch { refused = true }
    const own: { constructor: unknown } = new ApplicationFailure('mine')
    own.constructor = 'mine'
    return [refused, own.constructor, new ApplicationFailure('other').constructor === ApplicationFailure]`
    const before = `import { ApplicationFailure } from '@foliot/core/workflow'`
    const bundle = await bundleOf({ files: { 'src/main.ts': workflow(body, before) } })
    expect(await runToEnd(bundle, 'run-1')).toEqual([true, 'mine', true])
  })

  test('freezes every error class of the runtime', async () => {
    const { code } = await bundleOf({ files: { 'src/main.ts': workflow(`return 1`) } })
    const [shared = ''] = code.split('return{instantiate(')
    const classes = [...shared.matchAll(/(\w+) = class[^{]* extends FoliotError\b/g)].map(([, name]) => name)
    const listed = /(?<=var workflow_exports = \{\};\s*__export\(workflow_exports, \{)[^}]*/.exec(shared)?.[0] ?? ''
    const reached = /(?<=var reachable = \[)[^\]]*/.exec(shared)?.[0] ?? ''
    expect(classes.length).toBeGreaterThan(10)
    for (const name of classes) expect(`${listed}${reached}`).toMatch(new RegExp(`\\b${name}\\b`))
  })

  // TRAPS 48
  test.each([false, true])(
    'has packages whose time and chance follow the run (minify: %s)',
    { timeout: 60_000 },
    async (minify) => {
      const bundle = await bundleOf(
        {
          packages: ['uuid', 'nanoid', 'ulid', 'luxon', 'zod'],
          files: {
            'src/main.ts': workflow(
              `return [v4(), v7(), nanoid(), ulid(), DateTime.utc().toISO(), z.object({ a: z.string() }).safeParse({ a: 1 }).success]`,
              `import { v4, v7 } from 'uuid'
import { nanoid } from 'nanoid'
import { ulid } from 'ulid'
import { DateTime } from 'luxon'
import { z } from 'zod'`,
            ),
          },
        },
        minify,
      )
      const first = (await runToEnd(bundle, 'run-1')) as readonly unknown[]
      expect(first.slice(4)).toEqual(['2026-01-05T09:00:00.000Z', false])
      expect(await runToEnd(bundle, 'run-1')).toEqual(first)
      const other = (await runToEnd(bundle, 'run-2')) as readonly unknown[]
      for (const index of [0, 1, 2, 3]) expect(other[index]).not.toBe(first[index])
    },
  )

  test('loads packages that mention built-in modules, and names what is missing when they call one', async () => {
    const bundle = await bundleOf({
      files: {
        'node_modules/mixed/package.json': '{ "name": "mixed", "main": "index.js" }',
        'node_modules/mixed/index.js': `
var fs = null
try { fs = require('fs') } catch (e) {}
var events = load()
function load() { return require('events') }
function Emitter() {}
try { Object.setPrototypeOf(Emitter, events.EventEmitter) } catch (e) {}
Emitter.prototype[load().custom] = 1
exports.constant = function () { try { return typeof fs.constants.R_OK } catch (e) { return e.message } }
exports.read = function () { try { return fs.readFileSync('x') } catch (e) { throw e } }
`,
        'src/main.ts': workflow(`return [constant(), read()]`, `import { constant, read } from 'mixed'`),
      },
    })
    expect(await runToEnd(bundle, 'run-1')).toMatchObject({
      failed: {
        code: 'FOLIOT_ABSENT_GLOBAL',
        message: expect.stringContaining('fs.readFileSync(): fs doesn') as string,
      },
    })
  })

  test('keeps the names of error classes that another module has too', async () => {
    const declined = 'export class Declined extends Error {}\n'
    const bundle = await bundleOf({
      files: {
        'src/a.ts': declined,
        'src/b.ts': declined,
        'src/main.ts': workflow(
          `return [new A(), new B()].map((error) => [error.constructor.name, error instanceof A])`,
          `import { Declined as A } from './a.js'\nimport { Declined as B } from './b.js'`,
        ),
      },
    })
    expect(await runToEnd(bundle, 'run-1')).toEqual([
      ['Declined', true],
      ['Declined', false],
    ])
  })

  test('lacks exactly the names that the rules take for missing', async () => {
    const virtual = allRules
      .flatMap(({ globals = [] }) => globals)
      .filter(({ sandbox }) => sandbox === 'virtual')
      .map(({ name }) => name)
    const typesOf = (names: Iterable<string>): string => [...names].map((name) => `typeof ${name}`).join(', ')
    const bundle = await bundleOf({
      files: {
        'src/main.ts': `// @ts-nocheck\n${workflow(`return [[${typesOf(absentGlobals)}], [${typesOf(virtual)}]]`)}`,
      },
    })
    const [absent, present] = (await runToEnd(bundle, 'run-1')) as readonly (readonly string[])[]
    expect([...absentGlobals].filter((_, index) => absent?.[index] !== 'undefined')).toEqual([])
    expect(virtual.filter((_, index) => present?.[index] === 'undefined')).toEqual([])
  })

  test('is strict, as modules are', async () => {
    const files = {
      'src/main.ts': workflow('return who()', 'const who = function (this: unknown) { return this === undefined }'),
    }
    const bundle = await bundleOf({ files })
    expect(await runToEnd(bundle, 'run-1')).toBe(true)
    expect(bundle.code).toMatch(/^"use strict";/)
  })

  test.each([false, true])('maps its code to the project’s lines (minify: %s)', async (minify) => {
    const declined = 'export class Declined extends Error {}\n'
    const source = workflow(
      `const marker = 'a'; return [new A(), new B(), c(), 'here'.concat(marker)]`,
      `import { Declined as A } from './a.js'\nimport { Declined as B } from './b.js'\nimport { c } from 'c'`,
    )
    const bundle = await bundleOf(
      {
        files: {
          'node_modules/.store/c@1/node_modules/c/package.json': '{ "name": "c", "main": "index.js" }',
          'src/a.ts': declined,
          'src/b.ts': declined,
          'node_modules/c/package.json': '{ "name": "c", "main": "index.js" }',
          'node_modules/c/index.js': 'exports.c = function () { return "there" }\n',
          'src/main.ts': source,
        },
      },
      minify,
    )
    const placeOf = (text: string): string => {
      const before = bundle.code.slice(0, bundle.code.indexOf(text))
      const map = new SourceMap(JSON.parse(bundle.map) as SourceMapPayload)
      const entry = map.findEntry(
        before.split('\n').length - 1,
        before.length - (before.lastIndexOf('\n') + 1),
      ) as SourceMapping
      return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn}`
    }
    const line = source.slice(0, source.indexOf("'here'")).split('\n').length
    const column = (source.split('\n')[line - 1] ?? '').indexOf("'here'")
    expect(placeOf('"here"')).toBe(`src/main.ts:${line}:${column}`)
    expect(placeOf('"there"')).toBe(`node_modules/c/index.js:1:${'exports.c = function () { return '.length}`)
  })

  test('carries at most 60 KB of runtime when minified', async () => {
    const bundle = await bundleOf({ files: { 'src/main.ts': workflow('return 1') } }, true)
    expect(Buffer.byteLength(bundle.code)).toBeLessThan(60 * 1024)
  })
})
