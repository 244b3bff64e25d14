// `npm start`: sets up and builds what is missing, then runs the onboarding example with the arguments given.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'
import { root } from './workspace.mjs'

const entry = join(root, 'examples/onboarding/dist/main.js')

// Ctrl-C in a terminal reaches every process of the group by itself, and npm passes it on to us once more: passing it on
// too would give it to the example twice, and a program may take the second one as "at once". Without a terminal only
// one process is told, and one second joins what a process group and npm said about the same thing.
const passOnSignals = (child) => {
  let passedAt = -Infinity
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      if (process.uptime() - passedAt < 1) return
      passedAt = process.uptime()
      child.kill(signal)
    })
  }
}

const runExample = () =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', entry, ...process.argv.slice(2)], {
      stdio: 'inherit',
    })
    passOnSignals(child)
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })

await runMain(import.meta, async () => {
  await setUp()
  await build()
  return runExample()
})
