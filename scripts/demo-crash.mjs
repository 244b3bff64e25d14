// `npm run demo:crash`: sets up and builds what is missing, then kills the onboarding example in mid-sleep and checks it.
import { join } from 'node:path'
import { build } from './build.mjs'
import { runCommand } from './run-command.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'
import { root } from './workspace.mjs'

const entry = join(root, 'examples/onboarding/dist/crash-demo.js')

await runMain(import.meta, async () => {
  await setUp()
  await build()
  return runCommand(process.execPath, ['--enable-source-maps', entry], { cwd: root })
})
