import { readBundle } from '@foliot/core/bundle'
import { build, context, type BuildFailure } from 'esbuild'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { foliotWorkflows, type Bundle } from '../src/public/index.js'
import { temporaryProject, type TemporaryProject } from './support/temporary-project.js'

const workflow = (value: string): string => `import { Run, Workflow } from '@foliot/core/workflow'
@Workflow('main')
export class Main {
  @Run()
  run() {
    return ${value}
  }
}
`
const host = {
  'src/worker.ts': `import bundle from 'foliot:bundle'\nexport { bundle }\nexport const started = Date.now()\n`,
}

const options = ({ folder }: TemporaryProject) => ({
  absWorkingDir: folder,
  entryPoints: ['src/worker.ts'],
  bundle: true,
  format: 'esm' as const,
  outdir: 'dist',
  logLevel: 'silent' as const,
  plugins: [foliotWorkflows({ workflowsPath: `${folder}/src/workflows` })],
})

vi.setConfig({ testTimeout: 60_000 })

describe('foliotWorkflows', () => {
  test('gives the program its bundle, and leaves it beside the output', async () => {
    using project = temporaryProject({ files: { ...host, 'src/workflows/main.ts': workflow('1') } })
    await build(options(project))
    const written = await readBundle(`${project.folder}/dist/workflows`)
    const { bundle } = (await import(pathToFileURL(`${project.folder}/dist/worker.js`).href)) as { bundle: Bundle }
    expect(bundle).toEqual(written)
    expect(bundle.manifest.workflows.map(({ type }) => type)).toEqual(['main'])
  })

  test('reports findings as errors of the build, with their place', async () => {
    using project = temporaryProject({ files: { ...host, 'src/workflows/main.ts': workflow('Math.random()') } })
    const failure = (await build(options(project)).catch((error: unknown) => error)) as BuildFailure
    expect(failure.errors).toHaveLength(1)
    expect(failure.errors[0]).toMatchObject({
      text: expect.stringMatching(/^Math\.random draws from chance.* \[no-random\]$/) as string,
      pluginName: 'foliot-workflows',
      location: {
        file: 'src/workflows/main.ts',
        line: 6,
        column: 11,
        length: 11,
        lineText: '    return Math.random()',
      },
    })
    expect(failure.errors[0]?.notes.map(({ text }) => text)).toEqual([
      'reached Main → src/workflows/main.ts → Math.random',
      "instead random() from '@foliot/core/workflow': its numbers repeat in a replay",
    ])
  })

  test('bundles anew with each rebuild', async () => {
    using project = temporaryProject({ files: { ...host, 'src/workflows/main.ts': workflow('1') } })
    const building = await context(options(project))
    try {
      await building.rebuild()
      const before = await readBundle(`${project.folder}/dist/workflows`)
      project.write({ 'src/workflows/main.ts': workflow('2') })
      await building.rebuild()
      const after = await readBundle(`${project.folder}/dist/workflows`)
      expect(after.hash).not.toBe(before.hash)
      expect(readFileSync(`${project.folder}/dist/worker.js`, 'utf8')).toContain(after.hash)
    } finally {
      await building.dispose()
    }
  })
})
