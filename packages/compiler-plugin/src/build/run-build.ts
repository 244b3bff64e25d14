// Runs the builds and hands back their texts, or what esbuild has against the project.
import {
  build as runEsbuild,
  type BuildFailure,
  type BuildOptions,
  type BuildResult,
  type Message,
  type Metafile,
} from 'esbuild'

export interface BuildOutput {
  readonly code: string
  readonly map: string
  readonly metafile: Metafile
  readonly warnings: readonly Message[]
}

export type Build =
  ({ readonly type: 'built' } & BuildOutput) | { readonly type: 'failed'; readonly errors: readonly Message[] }

export const runBuild = async (options: BuildOptions): Promise<Build> => {
  try {
    return { type: 'built', ...output(await runEsbuild(options)) }
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>
    if (errors === undefined || errors.length === 0) throw error
    return { type: 'failed', errors: distinct(errors) }
  }
}

const output = ({ outputFiles = [], metafile, warnings }: BuildResult): BuildOutput => {
  const text = (suffix: string): string => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? ''
  return { code: text('bundle.js'), map: text('bundle.js.map'), metafile: metafile as Metafile, warnings }
}

const distinct = (messages: readonly Message[]): readonly Message[] => {
  const key = ({ text, location }: Message): string => `${text}|${location?.file}|${location?.line}|${location?.column}`
  return [...new Map(messages.map((message) => [key(message), message])).values()]
}
