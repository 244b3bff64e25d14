// How imports resolve inside a workflow: Foliot's workflow side to one copy, modules that can't run there to a stub. For
// the twin, both stay outside the program, so that what is used of them can be seen.
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild'
import { isFrameworkModule, isHostModule, runtimeModule, workflowModule } from '../modules/framework-module.js'
import type { FrameworkCopy } from './framework-copy.js'
import { builtinPattern, isNodeBuiltin } from '../modules/node-builtins.js'
import { boundaryText } from './run-boundary.js'
import { stubModule } from './stub-module.js'

export interface SandboxResolutionOptions {
  readonly purpose: 'ship' | 'twin'
  readonly framework: FrameworkCopy
  /** Absolute. */
  readonly root: string
  /** Set when package.json declares modules free of side effects: registering a workflow is one. */
  readonly keepsLocalModules: boolean
}

export const entryName = 'foliot-entry.js'
const stubNamespace = 'foliot-stub'
const boundaryNamespace = 'foliot-boundary'
/** The entry, stubs, and what a `browser` field switches off: no file of anybody's. */
export const isGeneratedModule = (module: string): boolean =>
  module === entryName || /^(foliot-stub|foliot-boundary|\(disabled\)|<runtime>)/.test(module)

const passing = Symbol('passing')

export const sandboxResolution = (options: SandboxResolutionOptions): Plugin => ({
  name: 'foliot-sandbox-resolution',
  setup(build) {
    const outside = ({ path }: OnResolveArgs): OnResolveResult =>
      options.purpose === 'twin'
        ? { path, external: true, sideEffects: false }
        : { path, namespace: stubNamespace, sideEffects: false }

    build.onResolve({ filter: /^foliot:boundary$/ }, ({ path }) => ({
      path,
      namespace: boundaryNamespace,
      sideEffects: true,
    }))
    build.onLoad({ filter: /.*/, namespace: boundaryNamespace }, () => ({
      contents: boundaryText,
      loader: 'js',
      resolveDir: options.root,
    }))

    build.onResolve({ filter: /^@foliot\// }, (args) => {
      if (isHostModule(args.path)) return outside(args)
      if (!isFrameworkModule(args.path)) return undefined
      if (options.purpose === 'twin') return { path: args.path, external: true, sideEffects: false }
      if (args.path === runtimeModule) return { path: options.framework.runtime, sideEffects: false }
      if (args.path === workflowModule) return { path: options.framework.workflow, sideEffects: false }
      return undefined
    })

    build.onResolve({ filter: builtinPattern }, async (args) => {
      if (args.pluginData === passing) return undefined
      return !isNodeBuiltin(args.path) || (await hasStandIn(build, args)) ? undefined : outside(args)
    })

    build.onLoad({ filter: /.*/, namespace: stubNamespace }, ({ path }) => ({ contents: stubOf(path), loader: 'js' }))

    if (options.keepsLocalModules) {
      build.onResolve({ filter: /^[./]/ }, async (args) => {
        if (args.pluginData === passing || args.importer.includes('node_modules')) return undefined
        const { path, namespace, external, errors, pluginData } = await resolveAgain(build, args)
        return errors.length > 0 ? { errors } : { path, namespace, external, pluginData, sideEffects: true }
      })
    }
  },
})

/** A package may bring a stand-in for a built-in module, through its `browser` field or as a dependency. */
const hasStandIn = async (build: PluginBuild, args: OnResolveArgs): Promise<boolean> => {
  if (args.path.startsWith('node:') || !args.importer.includes('node_modules')) return false
  const { errors, external } = await resolveAgain(build, args)
  return errors.length === 0 && !external
}

const resolveAgain = (build: PluginBuild, { path, importer, namespace, resolveDir, kind }: OnResolveArgs) =>
  build.resolve(path, { importer, namespace, resolveDir, kind, pluginData: passing })

const stubOf = (specifier: string): string =>
  isHostModule(specifier)
    ? stubModule(specifier, 'no-host-module', "Workflow code imports values from '@foliot/core/workflow' only.")
    : stubModule(
        specifier,
        'no-node-builtin',
        'Do it in an activity: its result is recorded, and a replay reads the record.',
      )
