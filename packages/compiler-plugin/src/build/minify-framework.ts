// Foliot's own side of a bundle as one minified module, down to its local names. The author's modules keep theirs, for
// stacks that can be read; of ours only the names of classes are seen, in errors.
import { build, type Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runtimeModule, workflowModule } from '../modules/framework-module.js'
import type { FrameworkCopy } from './framework-copy.js'

/** As the compiler writes them, each on a line of its own. */
const classHead = /^(?:export )?class (\w+)(?: extends [\w.]+)? \{$/gm

const keepClassNames: Plugin = {
  name: 'foliot-keep-class-names',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        classHead,
        (head, name) => `${head}static{Object.defineProperty(this,"name",{value:"${name}",configurable:true})}`,
      ),
      loader: 'js',
    }))
  },
}

/** Goes before the resolution of these modules: both entries become the one module, which lies where they do. */
export const minifyFramework = ({ folder, runtime, workflow }: FrameworkCopy): Plugin => ({
  name: 'foliot-minify-framework',
  setup({ onResolve, onLoad }) {
    const path = join(folder, 'foliot-framework.min.js')
    onResolve({ filter: /^@foliot\/core\// }, (args) =>
      args.path === runtimeModule || args.path === workflowModule ? { path, sideEffects: false } : undefined,
    )
    onLoad({ filter: /foliot-framework\.min\.js$/ }, async () => {
      const contents = [runtime, workflow].map((entry) => `export * from ${JSON.stringify(entry)}`).join('\n')
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: folder, loader: 'js' },
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'browser',
        target: 'es2022',
        minify: true,
        plugins: [keepClassNames],
        charset: 'utf8',
        legalComments: 'none',
        logLevel: 'silent',
      })
      return { contents: outputFiles[0]?.text ?? '', loader: 'js' }
    })
  },
})
