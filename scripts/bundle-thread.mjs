// Puts the script of the sandbox threads into one file beside the compiled ones: a thread that loads its forty modules one by
// one takes 60 ms longer to come up, of each worker's start and of each replacement of a stuck thread.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runMain } from './run-main.mjs'
import { root } from './workspace.mjs'

const core = join(root, 'packages/core')

export const bundleThread = async () => {
  const require = createRequire(join(core, 'package.json'))
  const { build } = await import(pathToFileURL(require.resolve('esbuild')).href)
  await build({
    entryPoints: [join(core, 'dist/sandbox/thread-entry.js')],
    outfile: join(core, 'dist/sandbox/thread.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
}

await runMain(import.meta, bundleThread)
