// `npm run bench`: reads the options, runs, reports.
import { writeFileSync } from 'node:fs'
import { allCases } from './cases/all-cases.js'
import { contenderEntries } from './contenders/contender-registry.js'
import { readBenchOptions, usage } from './options/bench-options.js'
import { fullPlan, quickPlan } from './options/bench-plan.js'
import { printReport } from './report/print-report.js'
import { runBench } from './run-bench.js'

/** Throws for a name that isn't there, and keeps the order of `all`. */
const choose = <Named extends { readonly name: string }>(
  what: string,
  all: readonly Named[],
  names: readonly string[] | undefined,
): readonly Named[] => {
  if (names === undefined) return all
  const unknown = names.find((name) => all.every((candidate) => candidate.name !== name))
  if (unknown !== undefined) {
    throw new TypeError(`There is no ${what} "${unknown}". Known: ${all.map(({ name }) => name).join(', ')}.`)
  }
  return all.filter(({ name }) => names.includes(name))
}

const main = async (): Promise<void> => {
  const options = readBenchOptions(process.argv.slice(2))
  if (options.help) {
    console.log(usage)
    return
  }
  const cases = choose('case', allCases, options.only)
  const contenders = choose('contender', contenderEntries, options.contenders)
  const record = await runBench({
    plan: options.quick ? quickPlan : fullPlan,
    cases,
    contenders,
    verbose: options.verbose,
  })
  printReport(record, cases, contenders)
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify(record, undefined, 2)}\n`)
  // A contender that couldn't be measured is a failure of the run, though the others' figures stand.
  if (record.measurements.some(({ ok }) => !ok)) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  console.error(error instanceof TypeError ? error.message : error)
  process.exitCode = 1
}
