// The options of bundleWorkflows, checked and filled in.
import { checkOptionNames, InvalidOptionError } from '@foliot/core/bundle'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import type { PackageAllowance } from './check/allowance.js'
import { allRules } from './rules/all-rules.js'
import type { ProjectBuildOptions } from './build/build-options.js'

export interface BundleOptions {
  /**
   * Where the workflows are: files, or folders whose files with a `@Workflow` class are taken. Relative paths start at
   * `root`, or else at the current directory.
   */
  readonly workflowsPath: string | URL | readonly (string | URL)[]
  /**
   * The project's folder. File names in the bundle are relative to it.
   * @default the nearest folder above the workflows that has a package.json
   */
  readonly root?: string | URL
  /** The folder to write the bundle into, for `Worker.create({ bundle })`. Nothing is written without it. */
  readonly outdir?: string | URL
  /**
   * Whether to take out white space and shorten syntax. Names stay.
   * @default false
   */
  readonly minify?: boolean
  /**
   * Path of the TypeScript configuration. Its decorator settings don't matter: bundles use standard decorators.
   * @default 'tsconfig.json' in the project's folder
   */
  readonly tsconfig?: string | URL
  /** Rules that packages may break, with the reason. For code of your own, put a directive at the place. */
  readonly allow?: readonly PackageAllowance[]
  /** Options that are handed on to esbuild. */
  readonly esbuild?: ProjectBuildOptions
}

export interface BundlePlan {
  /** Absolute. */
  readonly paths: readonly string[]
  readonly root?: string
  readonly outdir?: string
  readonly tsconfig?: string
  readonly minify: boolean
  readonly allow: readonly PackageAllowance[]
  readonly esbuild: ProjectBuildOptions
}

const optionNames = ['workflowsPath', 'root', 'outdir', 'minify', 'tsconfig', 'allow', 'esbuild'] as const
const esbuildOptionNames = ['alias', 'conditions', 'define', 'loader', 'plugins'] as const

const ruleIds: readonly string[] = allRules.map(({ id }) => id)

/** @throws InvalidOptionError */
export const planBundle = (options: BundleOptions): BundlePlan => {
  checkOptionNames('bundleWorkflows', options, optionNames)
  const { workflowsPath, root, outdir, minify = false, tsconfig, allow = [], esbuild = {} } = options
  checkOptionNames('bundleWorkflows', esbuild, esbuildOptionNames, 'esbuild')
  const base = root === undefined ? undefined : pathOf('root', root)
  const from = base ?? process.cwd()
  const paths = (Array.isArray(workflowsPath) ? (workflowsPath as readonly unknown[]) : [workflowsPath]).map((path) =>
    resolve(from, pathOf('workflowsPath', path)),
  )
  if (paths.length === 0) throw new InvalidOptionError('workflowsPath', 'at least one file or folder', workflowsPath)
  if (typeof minify !== 'boolean') throw new InvalidOptionError('minify', 'true or false', minify)
  for (const [index, { package: name, rule, reason }] of allow.entries()) {
    for (const [key, value] of Object.entries({ package: name, rule, reason })) {
      if (typeof value !== 'string' || value.trim() === '') {
        throw new InvalidOptionError(`allow[${index}].${key}`, 'a non-empty string', value)
      }
    }
    if (!ruleIds.includes(rule)) {
      throw new InvalidOptionError(
        `allow[${index}].rule`,
        'the id of a rule',
        rule,
        `The rules are ${ruleIds.join(', ')}.`,
      )
    }
  }
  return {
    paths,
    ...(base === undefined ? {} : { root: resolve(base) }),
    ...(outdir === undefined ? {} : { outdir: resolve(from, pathOf('outdir', outdir)) }),
    ...(tsconfig === undefined ? {} : { tsconfig: resolve(from, pathOf('tsconfig', tsconfig)) }),
    minify,
    allow,
    esbuild,
  }
}

const pathOf = (option: string, value: unknown): string => {
  if (value instanceof URL && value.protocol === 'file:') return fileURLToPath(value)
  if (typeof value === 'string' && value !== '') return value
  throw new InvalidOptionError(option, 'a path or a file: URL', value)
}
