// `npm run bench`: leaves everything installed and built (the workspace's packages, the bench's own peers, the bench
// itself), then runs it with the arguments given.
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from '../scripts/build.mjs'
import { runCommand } from '../scripts/run-command.mjs'
import { runMain } from '../scripts/run-main.mjs'
import { setUp } from '../scripts/setup.mjs'
import { programFile, root } from '../scripts/workspace.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const modules = join(folder, 'node_modules')
const stampFile = join(modules, '.bench-setup')

/** The peers are no part of the workspace: npm installs them here, when the bench is first used. */
const installPeers = async () => {
  const stamp = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.error('Installing the peers …')
  const exitCode = await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    quiet: true,
  })
  if (exitCode !== 0) throw new Error('Installing the peers failed; the output is above.')
  writeFileSync(stampFile, stamp)
}

/** Lets the bench import Foliot by name, as its users do. */
const linkFoliot = () => {
  mkdirSync(join(modules, '@foliot'), { recursive: true })
  for (const name of ['core', 'compiler-plugin']) {
    const link = join(modules, '@foliot', name)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link)
    symlinkSync(join(root, 'packages', name), link, 'dir')
  }
}

await runMain(import.meta, async () => {
  await setUp()
  await build()
  await installPeers()
  linkFoliot()
  const compiled = await runCommand(process.execPath, [programFile('typescript', 'tsc'), '-p', folder], { cwd: root })
  if (compiled !== 0) return compiled
  return runCommand(process.execPath, [join(folder, 'dist', 'main.js'), ...process.argv.slice(2)], {
    cwd: process.cwd(),
  })
})
