// The script of the package `ses`, which hardens a realm. It runs inside the vm context, so it is needed as text.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The package exports its CommonJS file only; the plain script lies beside it. */
export const readSesText = (): string => {
  const folder = dirname(createRequire(import.meta.url).resolve('ses'))
  return readFileSync(join(folder, 'lockdown.umd.min.js'), 'utf8')
}
