import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { disarmImport } from '../../src/sandbox/disarm-import.js'
import { InThreadHost } from '../../src/sandbox/in-thread-host.js'
import { StackMapper } from '../../src/sandbox/stack-mapper.js'
import { execute, failureOf, replayTask, startTask, turnOf } from './sandbox-run.js'
import { workflowBundle } from './workflow-bundle.js'

describe('positions', () => {
  const source = `import { Workflow, Run, sleep } from '@foliot/core/workflow'
export const checkTime = (fail: boolean) => {
  if (fail) throw new RangeError('deep')
}
@Workflow('fails') export class Fails {
  @Run() async run(seconds: number) {
    await sleep(seconds * 1000)
    checkTime(seconds < 100)
  }
}`

  it('of a failure are the author’s', async () => {
    const bundle = await workflowBundle(source)
    const host = new InThreadHost()
    await host.loadBundle(bundle)
    const { stack } = failureOf(await execute(host, startTask(bundle, 'run-1', 'fails', [0])))
    expect(stack?.split('\n').slice(0, 3)).toEqual([
      'RangeError: deep',
      expect.stringMatching(/^ {4}at checkTime \(.*workflow\.ts:3:19\)$/),
      expect.stringMatching(/^ {4}at .*run \(.*workflow\.ts:8:5\)$/),
    ])
    expect(stack).not.toContain('node:')
    expect(stack).not.toContain('foliot:prelude')
  })

  // [TRAPS 32]
  it('of a step that history does not have are the author’s', async () => {
    const bundle = await workflowBundle(source)
    const changed = await workflowBundle(
      source.replace('await sleep(seconds * 1000)', `\n    await sleep(seconds * 1000, { id: 'other' })`),
    )
    const host = new InThreadHost()
    await Promise.all([host.loadBundle(bundle), host.loadBundle(changed)])
    const start = startTask(bundle, 'run-1', 'fails', [100])
    const { events } = turnOf(await execute(host, start))
    const answer = await execute(host, { ...replayTask(start, events), bundle: changed.hash })
    expect(answer).toMatchObject({
      type: 'blocked',
      reason: {
        code: 'FOLIOT_NONDETERMINISM',
        seq: 2,
        source: { file: expect.stringContaining('workflow.ts') as string, line: 8, column: 11 },
      },
    })
  })

  it('are left as they are without a readable source map', () => {
    const mapper = new StackMapper({ map: 'nonsense' })
    const stack = 'Error: x\n    at run (foliot:bundle-0123456789ab.js:3:4)'
    expect(mapper.mapStack(stack)).toBe(stack)
    expect(mapper.sourceOf(stack)).toBeUndefined()
  })
})

describe('dynamic import', () => {
  const replaced = (code: string): string => disarmImport(code).replaceAll('ímport', '<IMPORT>')

  it.each([
    ['import("x")', '<IMPORT>("x")'],
    ['import /* y */ ("x")', '<IMPORT> /* y */ ("x")'],
    ['a(import(b), `${import(c)}`)', 'a(<IMPORT>(b), `${<IMPORT>(c)}`)'],
    [
      'x.import("x"); const o = { import(y) { return y }, "import": 1 }',
      'x.import("x"); const o = { import(y) { return y }, "import": 1 }',
    ],
    ['"import(x)"; /import(x)/; // import(x)\n`import(x)`', '"import(x)"; /import(x)/; // import(x)\n`import(x)`'],
    ['const imports = important(1)', 'const imports = important(1)'],
  ])('%s becomes %s', (code, expected) => {
    expect(replaced(code)).toBe(expected)
  })

  it('keeps every other character in its place', () => {
    const code = 'f(); import("a"); g(import("b"))'
    expect(disarmImport(code)).toHaveLength(code.length)
  })

  it.each(['import.meta.url', 'import defer * as x from "y"'])('%s is refused', (code) => {
    expect(() => disarmImport(`${code}; import("x")`)).toThrow(SyntaxError)
  })
})

it('the prelude’s text is that of its source', { timeout: 60_000 }, async () => {
  const script = fileURLToPath(new URL('../../../../scripts/build-prelude.mjs', import.meta.url))
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toBeDefined()
})
