// A workflow's identity doesn't depend on what doesn't matter to it. TRAPS 37.
import fc from 'fast-check'
import { symlinkSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { bundleWorkflows, type Bundle, type BundleOptions } from '../src/public/index.js'
import { temporaryProject, type ProjectContent } from './support/temporary-project.js'

// A build takes 50 ms, and many times that on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const onboarding = `
import { Run, Workflow, activities, sleep } from '@foliot/core/workflow'
import { greeting } from './text.js'
import { round } from 'rounding'

const email = activities<{ send(text: string): Promise<void> }>('email')
const retries = { limit: 3 }

@Workflow('onboarding')
export class Onboarding {
  #sent = 0
  @Run()
  async run(name: string) {
    await email.send(greeting(name))
    await sleep('1 hour')
    return round(this.#sent + retries.limit)
  }
}
`
const files = {
  'package.json': '{ "type": "module", "dependencies": { "rounding": "1", "other": "1" } }',
  'src/onboarding.ts': onboarding,
  'src/text.ts': `export const greeting = (name: string) => 'Hello ' + name\nexport const farewell = (name: string) => 'Bye ' + name\n`,
  'node_modules/rounding/package.json': '{ "name": "rounding", "version": "1.0.0", "main": "index.js" }',
  'node_modules/rounding/index.js': 'var half = 0.5\nexports.round = function (x) { return Math.floor(x + half) }\n',
}

const bundleOf = async (content: ProjectContent, options: Partial<BundleOptions> = {}): Promise<Bundle> => {
  using project = temporaryProject(content)
  const { bundle } = await bundleWorkflows({ workflowsPath: `${project.folder}/src`, ...options })
  return bundle
}
const identities = new Map<string, Promise<string | undefined>>()
const identityOf = (changed: Readonly<Record<string, string>>): Promise<string | undefined> => {
  const key = JSON.stringify(changed)
  const identity =
    identities.get(key) ??
    bundleOf({ files: { ...files, ...changed } }).then(
      ({ manifest }) => manifest.workflows.find(({ type }) => type === 'onboarding')?.hash,
    )
  identities.set(key, identity)
  return identity
}

describe('a bundle', () => {
  test('is the same from any folder, at any depth', async () => {
    const here = await bundleOf({ files })
    const there = await bundleOf({ files, depth: 'some/where/deep' })
    expect(there).toEqual(here)
  })

  test('is the same whatever the current directory is', async () => {
    const here = await bundleOf({ files })
    const before = process.cwd()
    try {
      process.chdir('/')
      expect(await bundleOf({ files })).toEqual(here)
    } finally {
      process.chdir(before)
    }
  })

  test.each([false, true])('is the same wherever the package manager puts a package (minify: %s)', async (minify) => {
    const flat = await bundleOf({ files }, { minify })
    const nested = 'node_modules/.pnpm/rounding@1.0.0/node_modules/rounding'
    const moved = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path.replace('node_modules/rounding', nested), text]),
    )
    using project = temporaryProject({ files: moved })
    symlinkSync(`${project.folder}/${nested}`, `${project.folder}/node_modules/rounding`)
    const { bundle } = await bundleWorkflows({ workflowsPath: `${project.folder}/src`, minify })
    expect(bundle).toEqual(flat)
  })

  test('names no file by where it lies', async () => {
    using project = temporaryProject({ files })
    const { bundle } = await bundleWorkflows({ workflowsPath: `${project.folder}/src` })
    const { sources } = JSON.parse(bundle.map) as { sources: readonly string[] }
    expect([bundle.code, ...sources].filter((text) => text.includes(project.folder) || text.includes('../'))).toEqual(
      [],
    )
    expect(sources).toContain('src/onboarding.ts')
    expect(sources).toContain('node_modules/rounding/index.js')
  })

  test('doesn’t depend on the order in which files are named', async () => {
    using project = temporaryProject({
      files: { ...files, 'src/other.ts': onboarding.replaceAll('nboarding', 'ther') },
    })
    const paths = [`${project.folder}/src/onboarding.ts`, `${project.folder}/src/other.ts`]
    const { bundle } = await bundleWorkflows({ workflowsPath: paths })
    expect((await bundleWorkflows({ workflowsPath: paths.toReversed() })).bundle).toEqual(bundle)
  })
})

describe('a workflow keeps its hash', () => {
  const keeps = async (changed: Readonly<Record<string, string>>): Promise<void> => {
    expect(await identityOf(changed)).toBe(await identityOf({}))
  }

  test('when comments, blank lines and types change', () =>
    keeps({
      'src/onboarding.ts': onboarding
        .replace('await sleep', '// later\n\n    await /* now */ sleep')
        .replace('name: string', 'name: string | (number & string)')
        .replace('return round(', 'return round(\n      // why\n      '),
      'node_modules/rounding/index.js': `/*! licence */\n${files['node_modules/rounding/index.js']}// end\n`,
    }))

  test('when anything is put between two tokens that a comment may stand between', async () => {
    const before = await identityOf({})
    const gaps = [...onboarding.matchAll(/(?<=[;{(,)]) ?(?=[\w('{}#@.])/g)].map(({ index }) => index)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...gaps),
        fc.constantFrom('/* x */', '\n// y\n', '\n\n', '/*! legal */'),
        async (gap, text) => {
          const changed = onboarding.slice(0, gap) + text + onboarding.slice(gap)
          expect(await identityOf({ 'src/onboarding.ts': changed })).toBe(before)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('when another workflow comes, in a file of its own or in the same', async () => {
    await keeps({ 'src/a-other.ts': onboarding.replaceAll('nboarding', 'ther').replace('greeting(name)', 'Date.name') })
    await keeps({
      'src/onboarding.ts': `${onboarding}
const billing = activities<{ charge(): Promise<void> }>('billing')
@Workflow('billing')
export class Billing {
  @Run()
  run() {
    return billing.charge()
  }
}
`,
    })
  })

  test('when names elsewhere collide with its own', () =>
    keeps({
      'src/a-other.ts': `
import { Run, Workflow, activities } from '@foliot/core/workflow'
const email = activities<{ drop(): Promise<void> }>('letters')
const retries = 7
class greeting {}
const half = () => new greeting()
@Workflow('other')
export class Onboarding {
  @Run()
  async run(name: string) {
    return [await email.drop(), retries, half(), name]
  }
}
`,
    }))

  test('when code that it doesn’t use changes in a module that it does', () =>
    keeps({ 'src/text.ts': files['src/text.ts'].replace('Bye', 'Farewell') }))

  test('when imports change their order, and dependencies theirs', () =>
    keeps({
      'package.json': '{ "dependencies": { "other": "1", "rounding": "1" }, "type": "module" }',
      'src/onboarding.ts': onboarding.replace(
        /(import \{ greeting.*\n)(import \{ round.*\n)/,
        (_, first: string, second: string) => second + first,
      ),
    }))

  test('when another workflow loads the same modules in another order', async () => {
    const loading = (first: string, second: string): string =>
      `import './${first}.js'\nimport './${second}.js'\n${onboarding}`
    const parts = {
      'src/x.ts': 'globalThis.x = 1\nexport {}\n',
      'src/y.ts': 'globalThis.y = globalThis.x\nexport {}\n',
      'src/onboarding.ts': loading('x', 'y'),
    }
    const other = { 'src/a-other.ts': loading('y', 'x').replaceAll('nboarding', 'ther') }
    expect(await identityOf({ ...parts, ...other })).toBe(await identityOf(parts))
  })

  test('when its file moves', async () => {
    const { 'src/onboarding.ts': _, ...others } = files
    const { manifest } = await bundleOf({
      files: { ...others, 'src/flows/first.ts': onboarding.replace('./text', '../text') },
    })
    expect(manifest.workflows[0]?.hash).toBe(await identityOf({}))
  })
})

describe('a workflow changes its hash', () => {
  const changes = async (changed: Readonly<Record<string, string>>): Promise<void> => {
    expect(await identityOf(changed)).not.toBe(await identityOf({}))
  }
  const replaced = (from: string, to: string) => ({ 'src/onboarding.ts': onboarding.replace(from, to) })

  test.each([
    ['a literal', replaced(`'1 hour'`, `'2 hours'`)],
    ['an activity’s name', replaced('email.send(', 'email.post(')],
    ['a module’s variable', replaced('limit: 3', 'limit: 4')],
    ['an operator', replaced('+ retries', '- retries')],
    ['a global', replaced('round(this', 'Number(this')],
    ['a private field', replaced('#sent = 0', '#sent = 1')],
    [
      'the order of statements',
      { 'src/onboarding.ts': onboarding.replace(/(\n +await email.*)(\n +await sleep.*)/, '$2$1') },
    ],
    ['a helper in another file', { 'src/text.ts': files['src/text.ts'].replace('Hello', 'Hi') }],
    ['a package', { 'node_modules/rounding/index.js': files['node_modules/rounding/index.js'].replace('0.5', '0.4') }],
    ['what loading a module does', { 'src/text.ts': `${files['src/text.ts']}globalThis.seen = [farewell]\n` }],
    ['what is added to a function', { 'src/text.ts': `${files['src/text.ts']}greeting.limit = 1\n` }],
  ])('with %s', async (_, changed) => changes(changed))

  test('with the name of an error’s class', async () => {
    const failing = (name: string) => ({
      'src/onboarding.ts': `${onboarding.replace('return round', `if (name === '') throw new ${name}()\n    return round`)}
class ${name} extends Error {}
`,
    })
    expect(await identityOf(failing('Rejected'))).not.toBe(await identityOf(failing('Declined')))
  })

  test('with which global it calls', async () => {
    expect(await identityOf(replaced('greeting(name)', 'String(name)'))).not.toBe(
      await identityOf(replaced('greeting(name)', 'Symbol(name)')),
    )
  })

  test('with which of two alike functions it calls', async () => {
    const text = `export const greeting = (name: string) => 'Hello ' + name + farewell(name)
export const farewell = (name: string) => 'Bye ' + greeting(name)\n`
    await changes({ 'src/text.ts': text })
    expect(await identityOf({ 'src/text.ts': text.replace('greeting(name)\n', 'farewell(name)\n') })).not.toBe(
      await identityOf({ 'src/text.ts': text }),
    )
  })
})
