// bundleWorkflows: what a project's build or start script calls.
import { writeBundle, type Bundle } from '@foliot/core/bundle'
import type { Metafile } from 'esbuild'
import { BundleError } from './bundle-error.js'
import { planBundle, type BundleOptions } from './bundle-options.js'
import { compileWorkflows } from './compile-workflows.js'
import type { Diagnostic } from './report/diagnostic.js'

export interface BundleResult {
  /** The bundle, for `Worker.create({ bundle })`. */
  readonly bundle: Bundle
  /** What was found and is no error: warnings and notes. */
  readonly diagnostics: readonly Diagnostic[]
  /** What is in the bundle and how large it is, as esbuild reports it. */
  readonly metafile: Metafile
}

/**
 * Checks workflows for determinism and bundles them, with all the code they reach, into one content-addressed bundle.
 *
 * ```ts
 * const { bundle } = await bundleWorkflows({ workflowsPath: 'src/workflows', outdir: 'dist/workflows' })
 * const worker = await Worker.create({ database, bundle, activities })
 * ```
 *
 * @throws BundleError with everything that is wrong: what can't be built, what isn't deterministic, and where
 * @throws InvalidOptionError for an option that isn't valid
 */
export const bundleWorkflows = async (options: BundleOptions): Promise<BundleResult> => {
  const plan = planBundle(options)
  const { bundle, diagnostics, metafile } = await compileWorkflows(plan)
  if (bundle === undefined || metafile === undefined) throw new BundleError(diagnostics)
  if (plan.outdir !== undefined) await writeBundle(plan.outdir, bundle)
  return { bundle, diagnostics, metafile }
}
