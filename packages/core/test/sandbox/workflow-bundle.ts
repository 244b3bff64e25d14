import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Bundle } from '../../src/authoring/bundle.js'
import { scriptBundle } from './script-bundle.js'

const publicFile = (name: string): string => fileURLToPath(new URL(`../../src/public/${name}.ts`, import.meta.url))

const here = fileURLToPath(new URL('.', import.meta.url))

/** Builds workflow source, which imports `@foliot/core/workflow`, into a bundle. The source is the file workflow.ts. */
export const workflowBundle = async (source: string): Promise<Bundle> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import 'workflow-source'
        import { createActivator } from ${JSON.stringify(publicFile('workflow-runtime'))}
        export const activate = createActivator()`,
      resolveDir: here,
      sourcefile: 'entry.ts',
    },
    plugins: [
      {
        name: 'workflow-source',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^workflow-source$/ }, () => ({ path: 'workflow.ts', namespace: 'source' }))
          onLoad({ filter: /./, namespace: 'source' }, () => ({ contents: source, loader: 'ts', resolveDir: here }))
        },
      },
    ],
    alias: { '@foliot/core/workflow': publicFile('workflow') },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: '__foliot_bundle',
    platform: 'browser',
    target: 'es2022',
    sourcemap: 'external',
    outfile: 'bundle.js',
    // Positions name the runtime's files as a project's bundle does: by packages/core.
    absWorkingDir: fileURLToPath(new URL('../../../..', import.meta.url)),
    tsconfigRaw: { compilerOptions: { experimentalDecorators: false } },
    logLevel: 'silent',
  })
  const text = (suffix: string): string => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? ''
  return scriptBundle(text('bundle.js'), text('bundle.js.map'))
}
