// The command line of the bench.
import { parseArgs } from 'node:util'

export interface BenchOptions {
  readonly quick: boolean
  readonly jsonFile?: string
  /** Case names; all when absent. */
  readonly only?: readonly string[]
  /** Contender names; all when absent. */
  readonly contenders?: readonly string[]
  readonly verbose: boolean
  readonly help: boolean
}

export const usage = `Usage: npm run bench -- [options]

  --quick              small counts, one round, under three minutes
  --json FILE          write everything that was measured to FILE
  --only A,B           run these cases only
  --contenders A,B     run these contenders only
  --verbose            show what each contender's process prints
`

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Reads the arguments after the script's name. Throws a TypeError for an unknown one. */
export const readBenchOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      only: { type: 'string' },
      contenders: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    quick: values.quick,
    verbose: values.verbose,
    help: values.help,
    ...(values.json === undefined ? {} : { jsonFile: values.json }),
    ...(values.only === undefined ? {} : { only: listOf(values.only) }),
    ...(values.contenders === undefined ? {} : { contenders: listOf(values.contenders) }),
  }
}
