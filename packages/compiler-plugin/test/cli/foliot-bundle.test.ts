// The command as people run it: the built file, in a process of its own.
import { readBundle } from '@foliot/core/bundle'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { temporaryProject } from '../support/temporary-project.js'

const command = fileURLToPath(new URL('../../dist/cli/foliot-bundle.js', import.meta.url))
const workflow = (value: string): string => `import { Run, Workflow } from '@foliot/core/workflow'
@Workflow('main')
export class Main {
  @Run()
  run() {
    return ${value}
  }
}
`
const foliotBundle = (cwd: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}

vi.setConfig({ testTimeout: 60_000 })

describe('foliot-bundle', () => {
  test('bundles a folder and ends with 0', async () => {
    using project = temporaryProject({ files: { 'src/main.ts': workflow('1') } })
    const { status, stdout } = foliotBundle(project.folder, 'src', '-o', 'dist/workflows')
    const { hash } = await readBundle(`${project.folder}/dist/workflows`)
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${hash.slice(0, 12)}  .* KB  main  → dist/workflows\n$`)),
    ])
  })

  test('prints findings and ends with 1', () => {
    using project = temporaryProject({ files: { 'src/main.ts': workflow('Date.now()') } })
    expect(foliotBundle(project.folder, 'src', '-o', 'dist')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('error no-wall-clock  src/main.ts:6:12') as string,
    })
  })

  test('prints findings as JSON when asked', () => {
    using project = temporaryProject({ files: { 'src/main.ts': workflow('Date.now()') } })
    const { status, stdout } = foliotBundle(project.folder, 'src', '-o', 'dist', '--json')
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [{ rule: 'no-wall-clock', position: { line: 6, column: 12 } }],
    })
  })

  test.each([
    [['src'], 'No output folder given'],
    [['-o', 'dist'], 'No path given'],
    [['src', '-o', 'dist', '--colour'], "Unknown option '--colour'"],
  ])('ends with 2 for %j', (args, message) => {
    using project = temporaryProject({})
    expect(foliotBundle(project.folder, ...args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message) as string,
    })
  })

  test('shows its usage and ends with 0', () => {
    using project = temporaryProject({})
    expect(foliotBundle(project.folder, '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: foliot-bundle') as string,
    })
  })
})
