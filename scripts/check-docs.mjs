// `npm run docs:check`: holds the documentation to the code.
import { build } from './build.mjs'
import { checkDocCode } from './check-doc-code.mjs'
import { checkDocLinks } from './check-doc-links.mjs'
import { checkErrorCodes } from './check-error-codes.mjs'
import { checkGuarantees } from './check-guarantees.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'

await runMain(import.meta, async () => {
  await setUp()
  await build()
  const problems = [checkDocLinks, checkErrorCodes, checkGuarantees, checkDocCode].flatMap((check) => check())
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'The documentation fits the code.' : `${problems.length} problems`)
  return problems.length === 0 ? 0 : 1
})
