// foliotWorkflows: the compiler as a plugin of a project's own esbuild build.
import { writeBundle } from '@foliot/core/bundle'
import type { PartialMessage, Plugin, PluginBuild } from 'esbuild'
import { dirname, join } from 'node:path'
import { planBundle, type BundleOptions } from './bundle-options.js'
import { compileWorkflows, type Compilation } from './compile-workflows.js'
import type { Diagnostic } from './report/diagnostic.js'

const moduleName = 'foliot:bundle'

/**
 * An esbuild plugin that bundles workflows along with the program that runs them. The program gets the bundle by
 * `import bundle from 'foliot:bundle'`, and the bundle's files are written to `outdir`, which is the folder `workflows`
 * next to the build's own output unless the options say otherwise. Findings are messages of the build.
 *
 * ```ts
 * await esbuild.build({
 *   entryPoints: ['src/worker.ts'], bundle: true, platform: 'node', format: 'esm', packages: 'external', outdir: 'dist',
 *   plugins: [foliotWorkflows({ workflowsPath: 'src/workflows' })],
 * })
 * ```
 *
 * @throws InvalidOptionError for an option that isn't valid
 */
export const foliotWorkflows = (options: BundleOptions): Plugin => {
  const plan = planBundle(options)
  return {
    name: 'foliot-workflows',
    setup(build) {
      let compiling: Promise<Compilation> | undefined
      build.onStart(async () => {
        compiling = compileWorkflows(plan)
        const { diagnostics } = await compiling
        return {
          errors: diagnostics.filter(({ severity }) => severity === 'error').map(toMessage),
          warnings: diagnostics.filter(({ severity }) => severity === 'warning').map(toMessage),
        }
      })
      build.onResolve({ filter: new RegExp(`^${moduleName}$`) }, () => ({ path: moduleName, namespace: moduleName }))
      build.onLoad({ filter: /.*/, namespace: moduleName }, async () => {
        const { bundle, watch } = await (compiling ?? compileWorkflows(plan))
        return {
          contents: JSON.stringify(bundle ?? null),
          loader: 'json',
          watchFiles: [...watch.files],
          watchDirs: [...watch.folders],
        }
      })
      build.onEnd(async () => {
        const bundle = (await compiling)?.bundle
        const folder = plan.outdir ?? folderBeside(build)
        if (bundle !== undefined && folder !== undefined && build.initialOptions.write !== false)
          await writeBundle(folder, bundle)
      })
    },
  }
}

const folderBeside = ({
  initialOptions: { absWorkingDir = process.cwd(), outdir, outfile },
}: PluginBuild): string | undefined => {
  const folder = outdir ?? (outfile === undefined ? undefined : dirname(outfile))
  return folder === undefined ? undefined : join(absWorkingDir, folder, 'workflows')
}

const toMessage = ({ rule, message, position, length, frame, witness, instead }: Diagnostic): PartialMessage => ({
  text: `${message} [${rule}]`,
  location:
    position === undefined
      ? null
      : {
          file: position.file,
          line: position.line,
          column: position.column - 1,
          length: length ?? 1,
          lineText: /^> *\d+ \| (.*)$/m.exec(frame ?? '')?.[1] ?? '',
        },
  notes: [
    ...(witness === undefined ? [] : [{ text: `reached ${witness.join(' → ')}` }]),
    ...(instead === undefined ? [] : [{ text: `instead ${instead}` }]),
  ],
})
