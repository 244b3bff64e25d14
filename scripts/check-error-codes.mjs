// Checks that docs/errors.md has a section for every FOLIOT_ code in the source of the packages, and for no other.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, packageFolders, root } from './workspace.mjs'

const page = 'docs/errors.md'

/** Maps each code to the file that has it first. */
const codesInSource = () => {
  const codes = new Map()
  for (const file of packageFolders().flatMap((folder) => filesUnder(`${folder}/src`))) {
    for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
      // Environment variables bear the prefix too.
      if (/\benv\b/.test(line)) continue
      for (const [, code] of line.matchAll(/['"](FOLIOT_[A-Z0-9_]+)['"]/g)) {
        if (!codes.has(code)) codes.set(code, file)
      }
    }
  }
  return codes
}

/** Maps each documented code to the text of its section. */
const sections = () => {
  const parts = readFileSync(join(root, page), 'utf8').split(/^## /m).slice(1)
  return new Map(
    parts.map((part) => {
      const [heading = '', ...body] = part.split('\n')
      return [heading.replaceAll('`', '').trim(), body.join('\n').trim()]
    }),
  )
}

/** @returns {string[]} a line for each missing, empty or stale section */
export const checkErrorCodes = () => {
  const codes = codesInSource()
  const documented = sections()
  const problems = []
  for (const [code, file] of codes) {
    if (!documented.get(code)) problems.push(`${page}: No section "## ${code}", which ${file} has.`)
  }
  for (const code of documented.keys()) {
    if (!codes.has(code)) problems.push(`${page}: The section "## ${code}" is stale: no source has this code.`)
  }
  return problems
}
