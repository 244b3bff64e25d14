// Typechecks what `npm run build` doesn't: tests, configuration and the benchmarks, each by the tsconfig.json in its
// folder. A test folder without one is an error, so that none is left out by accident.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { runCommand } from './run-command.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'
import { exampleFolders, filesUnder, packageFolders, programFile, root } from './workspace.mjs'

const hasTypeScript = (folder) => filesUnder(folder).some((path) => path.endsWith('.ts'))

const folders = () =>
  ['test', ...[...packageFolders(), ...exampleFolders()].map((folder) => `${folder}/test`), 'bench'].filter(
    hasTypeScript,
  )

// The benchmarks' peers are installed apart from the workspace.
const installBench = async () => {
  if (!existsSync(join(root, 'bench/package-lock.json')) || existsSync(join(root, 'bench/node_modules'))) return
  const exitCode = await runCommand('npm', ['ci', '--ignore-scripts'], { cwd: join(root, 'bench'), quiet: true })
  if (exitCode !== 0) throw new Error('Installing the dependencies of bench/ failed; the output is above.')
}

await runMain(import.meta, async () => {
  await setUp()
  await build()
  let failures = 0
  for (const folder of folders()) {
    if (!existsSync(join(root, folder, 'tsconfig.json'))) {
      console.error(`${folder}: has TypeScript files but no tsconfig.json. Copy the one of packages/core/test.`)
      failures += 1
      continue
    }
    if (folder === 'bench') await installBench()
    const exitCode = await runCommand(process.execPath, [programFile('typescript', 'tsc'), '-p', folder, '--noEmit'], {
      cwd: root,
    })
    console.log(`${exitCode === 0 ? 'ok    ' : 'failed'} ${folder}`)
    if (exitCode !== 0) failures += 1
  }
  return failures === 0 ? 0 : 1
})
