// The walk from files to a bundle: find the files, build the bundle and its twin, find the workflows in the twin, check
// what they reach, and put the bundle together. Nothing is thrown for what is wrong with the project; it is reported.
import { bundleHash, deliveryProtocol, sha256, type Bundle, type BundleManifest } from '@foliot/core/bundle'

import type { Message, Metafile } from 'esbuild'
import { readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { finishShip } from './build/finish-ship.js'
import { findFrameworkCopy, type FrameworkCopy } from './build/framework-copy.js'
import { shipOptions, twinOptions, type WorkflowBuild } from './build/build-options.js'
import { runBuild, type BuildOutput } from './build/run-build.js'
import { isGeneratedModule } from './build/sandbox-resolution.js'
import type { BundlePlan } from './bundle-options.js'
import { checkWorkflows } from './check/check-workflows.js'
import { uncheckedModules } from './check/unchecked-modules.js'
import { findProjectRoot } from './project/project-root.js'
import { findWorkflowFiles, type WorkflowFiles } from './project/find-workflow-files.js'
import { declaresSideEffects } from './project/side-effects.js'
import { compareDiagnostics, type Diagnostic } from './report/diagnostic.js'
import { fromEsbuildMessage } from './report/esbuild-message.js'
import { reachOf } from './twin/reach.js'
import { statelessModules } from './twin/stateless-modules.js'
import { analyseTwin, type Twin } from './twin/twin.js'
import { describeWorkflows } from './workflows/describe-workflows.js'
import { findWorkflows } from './workflows/find-workflows.js'
import type { ReachedWorkflow } from './workflows/reached-workflow.js'

export interface Compilation {
  /** Absent when there are errors. */
  readonly bundle?: Bundle
  /** Everything found, errors included, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[]
  /** Of the bundle that ships, as esbuild gives it. */
  readonly metafile?: Metafile
  readonly root: string
  /** Absolute paths of what a change to should be followed by a new compilation. */
  readonly watch: { readonly files: readonly string[]; readonly folders: readonly string[] }
}

export const compileWorkflows = async (plan: BundlePlan): Promise<Compilation> => {
  const found = findWorkflowFiles(plan.paths)
  const root = plan.root ?? findProjectRoot(found.files.length > 0 ? found.files : plan.paths)
  const name = (path: string): string => relative(root, path).split(sep).join('/') || '.'
  const finish = (
    diagnostics: readonly Diagnostic[],
    rest: Pick<Compilation, 'bundle' | 'metafile'> = {},
  ): Compilation => ({
    ...rest,
    diagnostics: [...diagnostics].sort(compareDiagnostics),
    root,
    watch: { files: watchedFiles(found, rest.metafile, root), folders: found.folders },
  })

  if (found.missing.length > 0) {
    return finish(
      found.missing.map((path) =>
        problem('no-workflow', `${name(path)} doesn't exist.`, 'the path of a file or folder'),
      ),
    )
  }
  if (found.files.length === 0) {
    return finish([noWorkflow(`No file in ${found.folders.map(name).join(', ')} has a workflow.`)])
  }

  const framework = findFrameworkCopy(root)
  if (framework.version !== framework.compilerVersion) return finish([versionProblem(framework)])
  const build: WorkflowBuild = {
    root,
    files: found.files,
    framework,
    keepsLocalModules: declaresSideEffects(root),
    minify: plan.minify,
    project: plan.esbuild,
    ...(plan.tsconfig === undefined ? {} : { tsconfig: plan.tsconfig }),
  }
  const analysed = await runBuild(twinOptions(build))
  if (analysed.type === 'failed') return finish(messages(analysed.errors, 'error', root))
  const twin = analyseTwin({ ...analysed, root })
  const stateless = statelessModules(twin)
  const ship = await runBuild(shipOptions(build, new Set(found.files.filter((file) => stateless.has(name(file))))))
  if (ship.type === 'failed') return finish(messages(ship.errors, 'error', root))

  const { workflows, diagnostics } = findWorkflows(twin)
  const reached = workflows.map((workflow) => ({
    ...workflow,
    reach: reachOf(workflow.unit, twin.units, twin.modules),
  }))
  const all = [
    ...messages(ship.warnings, 'warning', root),
    ...diagnostics,
    ...(diagnostics.length > 0 ? [] : fileProblems(found, reached, twin, name)),
    ...checkWorkflows(twin, reached, plan.allow),
    ...uncheckedModules(ship.metafile, analysed.metafile, isGeneratedModule),
  ]
  const { metafile } = ship
  if (all.some(({ severity }) => severity === 'error')) return finish(all, { metafile })
  return finish(all, { metafile, bundle: assemble(ship, twin, reached, root, framework) })
}

const assemble = (
  ship: BuildOutput,
  twin: Twin,
  workflows: readonly ReachedWorkflow[],
  root: string,
  framework: FrameworkCopy,
): Bundle => {
  const { code, map } = finishShip(ship, root, framework.folder)
  const manifest: BundleManifest = {
    format: 1,
    protocol: deliveryProtocol,
    runtime: framework.version,
    workflows: describeWorkflows(twin, workflows),
    mapHash: sha256(map),
  }
  return { hash: bundleHash(code, manifest), code, map, manifest }
}

/** Each file that was named must bring a workflow; of none at all one report is enough. */
const fileProblems = (
  { files, named }: WorkflowFiles,
  workflows: readonly ReachedWorkflow[],
  { modules }: Twin,
  name: (path: string) => string,
): readonly Diagnostic[] => {
  const declaring = new Set(workflows.map(({ unit }) => unit.module))
  const idle = named.filter((file) => !modules.closureOf(name(file)).some((module) => declaring.has(module)))
  if (workflows.length === 0) return [noWorkflow(`There is no workflow in ${files.map(name).join(', ')}.`)]
  return idle.map((file) => noWorkflow(`There is no workflow in ${name(file)}, nor in what it imports.`))
}

const versionProblem = ({ version, compilerVersion }: FrameworkCopy): Diagnostic =>
  problem(
    'core-version',
    `The project has @foliot/core ${version}, and the compiler was made for ${compilerVersion}.`,
    'the same version of @foliot/core and @foliot/compiler-plugin',
  )

const noWorkflow = (message: string): Diagnostic =>
  problem(
    'no-workflow',
    message,
    "a class with @Workflow('its name') and a method with @Run(), both from '@foliot/core/workflow'",
  )

const problem = (rule: string, message: string, instead: string): Diagnostic => ({
  rule,
  severity: 'error',
  message,
  instead,
})

const messages = (list: readonly Message[], severity: 'error' | 'warning', root: string): readonly Diagnostic[] =>
  list.map((message) => fromEsbuildMessage(message, severity, (file) => readText(resolve(root, file))))

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const watchedFiles = ({ files }: WorkflowFiles, metafile: Metafile | undefined, root: string): readonly string[] => {
  const inputs = Object.keys(metafile?.inputs ?? {}).filter((input) => !isGeneratedModule(input))
  return [...new Set([...files, ...inputs.map((input) => resolve(root, input))])].sort()
}
