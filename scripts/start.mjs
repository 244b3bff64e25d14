// `npm start`: sets up and builds what is missing, then runs the onboarding example with the arguments given.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'
import { root } from './workspace.mjs'

const entry = join(root, 'examples/onboarding/dist/main.js')

const togetherMs = 150

// The example must be told exactly once: a second signal may mean "at once" to it. Ctrl-C in a terminal reaches every
// process by itself. So does a signal to the whole process group, and then a second one comes from npm, which passes on
// what it gets. A single one was meant for npm or for us alone, and it is for us to pass on.
const passOnSignals = (child) => {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    let count = 0
    process.on(signal, () => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      count += 1
      if (count > 1) return
      setTimeout(() => {
        if (count === 1) child.kill(signal)
        count = 0
      }, togetherMs)
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
