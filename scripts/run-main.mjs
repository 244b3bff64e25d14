// Runs a script's work when the script is what Node was asked to run, and not imported by another one.
import { realpathSync } from 'node:fs'

/**
 * @param {ImportMeta} meta the script's `import.meta`
 * @param {() => Promise<number | void> | number | void} main resolves to the exit code, if it isn't 0
 */
export const runMain = async (meta, main) => {
  if (process.argv[1] === undefined || realpathSync(process.argv[1]) !== meta.filename) return
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    console.error(error instanceof Error && process.env.FOLIOT_DEBUG === undefined ? error.message : error)
    process.exitCode = 1
  }
}
