// Builds packages and examples into their dist folders, when a source has changed since the last build: a stamp holds
// path, size and time of every file that goes in, so that finding nothing to do takes milliseconds, not a compiler start.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleThread } from './bundle-thread.mjs'
import { copyMigrations } from './copy-migrations.mjs'
import { prepareEmbedded } from './prepare-embedded.mjs'
import { pruneDist } from './prune-dist.mjs'
import { runCommand } from './run-command.mjs'
import { runMain } from './run-main.mjs'
import { exampleFolders, filesUnder, packageFolders, programFile, readJson, root } from './workspace.mjs'

const stampFile = join(root, '.cache', 'build-stamp')

const projects = () => [...packageFolders(), ...exampleFolders()]

const sources = () => [
  'tsconfig.json',
  'tsconfig.base.json',
  'pnpm-lock.yaml',
  ...filesUnder('migrations'),
  ...projects().flatMap((folder) => [
    `${folder}/package.json`,
    `${folder}/tsconfig.json`,
    ...filesUnder(`${folder}/src`),
  ]),
]

const wantedStamp = () => {
  const hash = createHash('sha256')
  for (const file of sources()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const isBuilt = (stamp) =>
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp &&
  projects().every((folder) => existsSync(join(root, folder, 'dist', '.tsbuildinfo')))

/** Leaves everything built; quick when it is. */
export const build = async () => {
  const stamp = wantedStamp()
  if (isBuilt(stamp)) return
  console.log('Building …')
  rmSync(stampFile, { force: true })
  // Each keeps a core busy for about as long as the other.
  const [exitCode] = await Promise.all([
    runCommand(process.execPath, [programFile('typescript', 'tsc'), '-b'], { cwd: root }),
    prepareEmbedded(),
  ])
  if (exitCode !== 0) throw new Error('The build failed; the compiler said why above.')
  pruneDist(projects())
  copyMigrations()
  await bundleThread()
  for (const folder of exampleFolders()) {
    if (readJson(`${folder}/package.json`).scripts?.bundle === undefined) continue
    const bundled = await runCommand('npm', ['run', '--silent', 'bundle'], { cwd: join(root, folder) })
    if (bundled !== 0) throw new Error(`The bundle of ${folder} failed; its output is above.`)
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

await runMain(import.meta, build)
