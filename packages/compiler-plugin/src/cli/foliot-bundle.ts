#!/usr/bin/env node
// The command foliot-bundle: bundles workflows into a folder. Exit codes: 0 bundled, 1 errors in the workflows, 2 wrong usage.
import { InvalidOptionError } from '@foliot/core/bundle'
import { parseArgs } from 'node:util'
import { BundleError } from '../bundle-error.js'
import { bundleWorkflows } from '../bundle-workflows.js'
import { formatDiagnostics } from '../report/format-diagnostics.js'

const usage = `Usage: foliot-bundle <path…> -o <folder> [options]

  <path…>               files, or folders with files that have @Workflow classes
  -o, --outdir <folder>  where to write the bundle
  --root <folder>        the project's folder (default: the nearest with a package.json)
  --tsconfig <file>      another tsconfig.json than the project's
  --minify               take out white space and shorten syntax
  --json                 print the findings as JSON
  -h, --help             show this`

const run = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      outdir: { type: 'string', short: 'o' },
      root: { type: 'string' },
      tsconfig: { type: 'string' },
      minify: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) {
    console.log(usage)
    return 0
  }
  const { json = false, help: _, outdir, ...options } = values
  if (positionals.length === 0 || outdir === undefined) {
    console.error(`${positionals.length === 0 ? 'No path given.' : 'No output folder given: -o <folder>.'}\n\n${usage}`)
    return 2
  }
  try {
    const { bundle, diagnostics } = await bundleWorkflows({ ...options, workflowsPath: positionals, outdir })
    const names = bundle.manifest.workflows.map(({ type }) => type)
    if (json) console.log(JSON.stringify({ hash: bundle.hash, workflows: names, diagnostics }, null, 2))
    else {
      if (diagnostics.length > 0) console.error(`${formatDiagnostics(diagnostics, { color: process.stderr.isTTY })}\n`)
      console.log(
        `${bundle.hash.slice(0, 12)}  ${(bundle.code.length / 1024).toFixed(1)} KB  ${names.join(', ')}  → ${outdir}`,
      )
    }
    return 0
  } catch (error) {
    if (!BundleError.is(error)) throw error
    if (json) console.log(JSON.stringify({ diagnostics: error.diagnostics }, null, 2))
    else console.error(formatDiagnostics(error.diagnostics, { color: process.stderr.isTTY }))
    return 1
  }
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const isUsage = InvalidOptionError.is(error) || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isUsage === true ? `${(error as Error).message}\n\n${usage}` : error)
  process.exitCode = 2
}
