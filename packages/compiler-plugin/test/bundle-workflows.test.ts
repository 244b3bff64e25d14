import { readBundle } from '@foliot/core/bundle'
import { existsSync, rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { BundleError, bundleWorkflows, type BundleOptions } from '../src/public/index.js'
import { temporaryProject } from './support/temporary-project.js'

const good = `import { Run, Workflow } from '@foliot/core/workflow'
@Workflow('main')
export class Main {
  @Run()
  run() {
    return LABEL
  }
}
declare const LABEL: string
`

vi.setConfig({ testTimeout: 60_000 })

describe('bundleWorkflows', () => {
  test('writes what readBundle reads', async () => {
    using project = temporaryProject({ files: { 'src/main.ts': good.replace('LABEL', '1') } })
    const outdir = `${project.folder}/dist/workflows`
    const { bundle } = await bundleWorkflows({ workflowsPath: `${project.folder}/src`, outdir })
    expect(await readBundle(outdir)).toEqual(bundle)
  })

  test('takes URLs, files, and paths relative to the root', async () => {
    using project = temporaryProject({ files: { 'src/main.ts': good.replace('LABEL', '1') } })
    const byUrl = await bundleWorkflows({ workflowsPath: new URL('src/', pathToFileURL(`${project.folder}/`)) })
    const byRoot = await bundleWorkflows({ workflowsPath: ['src/main.ts'], root: project.folder })
    expect(byRoot.bundle).toEqual(byUrl.bundle)
  })

  test('hands esbuild’s options on to both builds', async () => {
    using project = temporaryProject({ files: { 'src/main.ts': good } })
    const esbuild = { define: { LABEL: 'Math.random' } }
    await expect(bundleWorkflows({ workflowsPath: `${project.folder}/src`, esbuild })).rejects.toThrow(/no-random/)
  })

  test('throws one error with everything that is wrong, and writes nothing', async () => {
    using project = temporaryProject({ files: { 'src/main.ts': good.replace('LABEL', '[Date.now(), Math.random()]') } })
    const outdir = `${project.folder}/out`
    const error: unknown = await bundleWorkflows({ workflowsPath: `${project.folder}/src`, outdir }).catch(
      (e: unknown) => e,
    )
    if (!BundleError.is(error)) throw error
    expect(error.code).toBe('FOLIOT_BUNDLE_FAILED')
    expect(error.diagnostics.map(({ rule, position }) => [rule, position?.line, position?.column])).toEqual([
      ['no-wall-clock', 6, 13],
      ['no-random', 6, 25],
    ])
    expect(error.message).toContain('src/main.ts:6:13')
    expect(existsSync(outdir)).toBe(false)
  })

  test('refuses a project whose @foliot/core is of another version than the compiler', async () => {
    using project = temporaryProject({ files: { 'src/main.ts': good.replace('LABEL', '1') } })
    rmSync(`${project.folder}/node_modules/@foliot/core`)
    const entry = './entry.js'
    const manifest = {
      name: '@foliot/core',
      version: '99.0.0',
      exports: { './workflow': entry, './workflow-runtime': entry },
    }
    project.write({
      'node_modules/@foliot/core/package.json': JSON.stringify(manifest),
      'node_modules/@foliot/core/entry.js': '',
    })
    await expect(bundleWorkflows({ workflowsPath: `${project.folder}/src` })).rejects.toThrow(
      /core-version\n {2}The project has @foliot\/core 99\.0\.0, and the compiler was made for \d/,
    )
  })

  test('gives the same report each time', async () => {
    using project = temporaryProject({ files: { 'src/main.ts': good.replace('LABEL', '[Date.now(), fetch("/")]') } })
    const report = () =>
      bundleWorkflows({ workflowsPath: `${project.folder}/src` }).catch((error: Error) => error.message)
    expect(await report()).toBe(await report())
  })

  test('shows how a workflow reaches a real package’s use of Node', async () => {
    using project = temporaryProject({
      packages: ['pg'],
      files: { 'src/main.ts': `import { Client } from 'pg'\n${good.replace('LABEL', 'new Client().connect()')}` },
    })
    const error: unknown = await bundleWorkflows({ workflowsPath: `${project.folder}/src` }).catch((e: unknown) => e)
    if (!BundleError.is(error)) throw error
    const witnesses = error.diagnostics.map(({ witness = [] }) => witness.join(' > '))
    expect(witnesses).toContainEqual(
      expect.stringMatching(/^Main > src\/main\.ts > node_modules\/pg\/.* > (node:)?(net|events|util|crypto)$/),
    )
    expect(error.diagnostics.length).toBeLessThan(20)
  })

  test.each([
    [{ workflowsPath: '' }, 'workflowsPath: Expected a path or a file: URL, got "".'],
    [{ workflowsPath: [] }, 'workflowsPath: Expected at least one file or folder, got an array of 0.'],
    [{ workflowsPath: new URL('https://example.org') }, 'workflowsPath: Expected a path or a file: URL'],
    [
      { workflowsPath: 'src', minfy: true },
      'minfy: Expected no such option of bundleWorkflows, got true. Did you mean minify?',
    ],
    [{ workflowsPath: 'src', minify: 1 }, 'minify: Expected true or false, got 1.'],
    [{ workflowsPath: 'src', esbuild: { target: 'es5' } }, 'esbuild.target: Expected no such option'],
    [
      { workflowsPath: 'src', allow: [{ package: 'a', rule: 'no-network', reason: ' ' }] },
      'allow[0].reason: Expected a non-empty string',
    ],
    [
      { workflowsPath: 'src', allow: [{ package: 'a', rule: 'no-netwrok', reason: 'x' }] },
      'allow[0].rule: Expected the id of a rule',
    ],
  ])('refuses %o', async (options, message) => {
    await expect(bundleWorkflows(options as unknown as BundleOptions)).rejects.toThrow(message)
  })
})
