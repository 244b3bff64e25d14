// One source of decorated classes, compiled in every way that a user's build may, checks and behaves the same.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { observed } from './decorated/sample.js'

const sample = fileURLToPath(new URL('decorated/sample.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'foliot-decorators-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const expected = {
  derived: { type: 'derived', run: 'run', queries: { stage: 'stage', 'how-far': 'progress' } },
  sibling: { type: 'sibling', run: 'run', queries: { stage: 'stage', other: 'other' } },
  email: [
    ['email.sendWelcome', 'a:1'],
    ['email.send', 'followup'],
  ],
  fake: [
    ['email.sendWelcome', 'fake:1'],
    ['email.send', 'followup'],
  ],
}

const compile = (name: string, experimentalDecorators: boolean): { messages: string[]; file: string } => {
  const outDir = join(folder, name)
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      target: 'es2022',
      lib: ['es2023', 'esnext.decorators'],
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      types: ['node'],
      rootDir: root,
      outDir,
      experimentalDecorators,
    },
    root,
  )
  const program = ts.createProgram([sample], options)
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  program.emit()
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}')
  return { messages, file: join(outDir, relative(root, sample)).replace(/ts$/, 'js') }
}

const runIn = (file: string, before: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `${before}; const { observed } = await import(${JSON.stringify(file)}); console.log(JSON.stringify(observed))`,
      ],
      { encoding: 'utf8' },
    ),
  )

describe('decorated classes', () => {
  test('behave as described when esbuild lowers standard decorators', () => {
    expect(observed).toEqual(expected)
  })

  test(
    'behave so when TypeScript lowers standard decorators, also where Symbol.metadata can’t be defined',
    { timeout: 60_000 },
    () => {
      const { messages, file } = compile('standard', false)
      expect(messages).toEqual([])
      expect(runIn(file, '')).toEqual(expected)
      expect(runIn(file, 'Reflect.deleteProperty(Symbol, "metadata"); Object.freeze(Symbol)')).toEqual(expected)
    },
  )

  test('behave so under experimentalDecorators', { timeout: 60_000 }, () => {
    const { messages, file } = compile('experimental', true)
    expect(messages).toEqual([])
    expect(runIn(file, '')).toEqual(expected)
  })
})
