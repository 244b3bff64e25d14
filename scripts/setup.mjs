// Installs the dependencies with the pinned pnpm, when they are missing or the lockfile has changed since. Runs in a
// fresh clone, so it and what it imports need nothing but Node and npm.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.mjs'
import { runMain } from './run-main.mjs'
import { exampleFolders, packageFolders, readJson, root } from './workspace.mjs'

const stampFile = join(root, 'node_modules', '.foliot-setup')

const wantedStamp = () => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const isInstalled = (stamp) => {
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) return false
  return [...packageFolders(), ...exampleFolders()].every(
    (folder) =>
      readJson(join(folder, 'package.json')).dependencies === undefined ||
      existsSync(join(root, folder, 'node_modules')),
  )
}

const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Foliot needs Node 20.19 or later, and this is ${process.version}. Install a newer Node.`)
}

/** The arguments that make npm run the pnpm named by `packageManager` in package.json. */
export const pnpmCommand = (args) => ({
  command: 'npm',
  args: ['exec', '--yes', '--', readJson('package.json').packageManager, ...args],
})

/** Leaves the dependencies installed; quick when they are. */
export const setUp = async () => {
  requireNode()
  const stamp = wantedStamp()
  if (isInstalled(stamp)) return
  console.log('Installing dependencies …')
  rmSync(stampFile, { force: true })
  const { command, args } = pnpmCommand([
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--reporter=append-only',
    '--config.confirmModulesPurge=false',
  ])
  const exitCode = await runCommand(command, args, { cwd: root, quiet: true })
  if (exitCode !== 0) throw new Error(`Installing dependencies failed (exit code ${exitCode}); its output is above.`)
  writeFileSync(stampFile, stamp)
}

await runMain(import.meta, setUp)
