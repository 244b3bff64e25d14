// Adds up test reports for .ci/run: prints the numbers of passed and failed tests of the JSON files given.
import { readFileSync } from 'node:fs'
import { runMain } from './run-main.mjs'

await runMain(import.meta, () => {
  const counts = { passed: 0, failed: 0 }
  for (const file of process.argv.slice(2)) {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    counts.passed += report.numPassedTests
    counts.failed += report.numFailedTests
  }
  console.log(`${counts.passed} ${counts.failed}`)
})
