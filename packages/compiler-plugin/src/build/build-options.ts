// esbuild's options for the two builds of one set of workflows: the bundle that ships and the twin that is analysed.
import type { BuildOptions } from 'esbuild'
import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { runtimeModule } from '../modules/framework-module.js'
import { minifyFramework } from './minify-framework.js'
import { boundaryModule, outName } from './run-boundary.js'
import { entryName, sandboxResolution, type SandboxResolutionOptions } from './sandbox-resolution.js'

/** What a project may set of esbuild's options. */
export type ProjectBuildOptions = Pick<BuildOptions, 'alias' | 'conditions' | 'define' | 'loader' | 'plugins'>

export interface WorkflowBuild extends Omit<SandboxResolutionOptions, 'purpose'> {
  /** Absolute. */
  readonly root: string
  /** Absolute paths. */
  readonly files: readonly string[]
  /** Absolute path of a tsconfig.json other than the project's. */
  readonly tsconfig?: string
  readonly minify: boolean
  readonly project: ProjectBuildOptions
}

/** The name of the bundle's one global; the sandbox reads it. */
const globalName = '__foliot_bundle'

/** @param shared those of the files that all runs share, with all that they import */
export const shipOptions = (build: WorkflowBuild, shared: ReadonlySet<string>): BuildOptions => ({
  ...commonOptions(build, 'ship'),
  stdin: entry(build, [
    `import { createActivator } from '${runtimeModule}'`,
    ...importsOf(
      build,
      build.files.filter((file) => shared.has(file)),
    ),
    `import '${boundaryModule}'`,
    ...importsOf(
      build,
      build.files.filter((file) => !shared.has(file)),
    ),
    `${outName}.activate = createActivator()`,
  ]),
  format: 'iife',
  globalName,
  // Modules are strict; inside a script somebody has to say so.
  banner: { js: '"use strict";' },
  target: 'es2022',
  // Names stay: an error's class and a stack's functions are part of what people read.
  minifyWhitespace: build.minify,
  minifySyntax: build.minify,
  sourcesContent: true,
})

export const twinOptions = (build: WorkflowBuild): BuildOptions => ({
  ...commonOptions(build, 'twin'),
  stdin: entry(build, importsOf(build, build.files)),
  format: 'esm',
  target: 'esnext',
  sourcesContent: false,
})

const entry = ({ root }: WorkflowBuild, lines: readonly string[]): NonNullable<BuildOptions['stdin']> => ({
  contents: lines.join('\n'),
  resolveDir: root,
  sourcefile: entryName,
  loader: 'js',
})

const importsOf = ({ root }: WorkflowBuild, files: readonly string[]): readonly string[] =>
  files.map((file) => `import ${JSON.stringify(importPath(root, file))}`)

const importPath = (root: string, file: string): string => {
  const path = relative(root, file).split(sep).join('/')
  return path.startsWith('../') ? path : `./${path}`
}

const commonOptions = (build: WorkflowBuild, purpose: 'ship' | 'twin'): BuildOptions => ({
  absWorkingDir: build.root,
  bundle: true,
  write: false,
  metafile: true,
  outfile: join(build.root, 'bundle.js'),
  logLevel: 'silent',
  // The rules say it better.
  logOverride: { 'direct-eval': 'silent', 'empty-import-meta': 'silent' },
  charset: 'utf8',
  legalComments: 'none',
  treeShaking: true,
  sourcemap: 'external',
  // The sandbox is nearer to a browser than to Node: packages choose the build without Node's modules.
  platform: 'browser',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['foliot', 'browser', 'module', ...(build.project.conditions ?? [])],
  define: { 'process.env.NODE_ENV': '"production"', ...build.project.define },
  ...(build.project.alias === undefined ? {} : { alias: build.project.alias }),
  ...(build.project.loader === undefined ? {} : { loader: build.project.loader }),
  tsconfigRaw: compilerOptions(build),
  plugins: [
    ...(purpose === 'ship' && build.minify ? [minifyFramework(build.framework)] : []),
    sandboxResolution({ ...build, purpose }),
    ...(build.project.plugins ?? []),
  ],
})

/** The project's own compiler options, except for two that would change what decorators and imports mean. */
const compilerOptions = ({ root, tsconfig = join(root, 'tsconfig.json') }: WorkflowBuild): string =>
  JSON.stringify({
    ...(existsSync(tsconfig) ? { extends: tsconfig } : {}),
    compilerOptions: {
      // Foliot's decorators are the standard ones.
      experimentalDecorators: false,
      // An import of which only types are used goes, however it is written: else activities' code would come along.
      verbatimModuleSyntax: false,
    },
  })
