// Runs the two builds and hands back their texts, or what esbuild has against the project.
import {
  build as runEsbuild,
  type BuildFailure,
  type BuildOptions,
  type BuildResult,
  type Message,
  type Metafile,
} from 'esbuild'
import { shipOptions, twinOptions, type WorkflowBuild } from './build-options.js'

export interface BuildOutput {
  readonly code: string
  readonly map: string
  readonly metafile: Metafile
}

export type Builds =
  | {
      readonly type: 'built'
      readonly ship: BuildOutput
      readonly twin: BuildOutput
      readonly warnings: readonly Message[]
    }
  | { readonly type: 'failed'; readonly errors: readonly Message[] }

export const runBuilds = async (build: WorkflowBuild): Promise<Builds> => {
  const [ship, twin] = await Promise.all([attempt(shipOptions(build)), attempt(twinOptions(build))])
  if (Array.isArray(ship) || Array.isArray(twin)) {
    return {
      type: 'failed',
      errors: distinct([...(Array.isArray(twin) ? twin : []), ...(Array.isArray(ship) ? ship : [])]),
    }
  }
  return {
    type: 'built',
    ship: output(ship as BuildResult),
    twin: output(twin as BuildResult),
    warnings: (ship as BuildResult).warnings,
  }
}

const attempt = async (options: BuildOptions): Promise<BuildResult | readonly Message[]> => {
  try {
    return await runEsbuild(options)
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>
    if (errors === undefined || errors.length === 0) throw error
    return errors
  }
}

const output = ({ outputFiles = [], metafile }: BuildResult): BuildOutput => {
  const text = (suffix: string): string => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? ''
  return { code: text('bundle.js'), map: text('bundle.js.map'), metafile: metafile as Metafile }
}

const distinct = (messages: readonly Message[]): readonly Message[] => {
  const key = ({ text, location }: Message): string => `${text}|${location?.file}|${location?.line}|${location?.column}`
  return [...new Map(messages.map((message) => [key(message), message])).values()]
}
