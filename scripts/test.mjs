// `npm test`: sets up and builds what is missing, then runs every test but those of *.system.test.ts. Arguments go to
// vitest, such as a path or `-t <title>`.
import { build } from './build.mjs'
import { runCommand } from './run-command.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'
import { programFile, root } from './workspace.mjs'

await runMain(import.meta, async () => {
  await setUp()
  await build()
  const vitest = [programFile('vitest'), 'run', ...process.argv.slice(2)]
  return runCommand(process.execPath, vitest, { cwd: root })
})
