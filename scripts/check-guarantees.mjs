// Checks the table under "Guarantees" in README.md: each row links to the test that holds it, as [its title](its file).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const sectionOf = (lines) => {
  const start = lines.findIndex((line) => /^#{2,3}\s+.*guarantee/i.test(line))
  if (start === -1) return []
  const length = lines.slice(start + 1).findIndex((line) => /^#{1,3}\s/.test(line))
  return lines
    .map((line, index) => ({ line, number: index + 1 }))
    .slice(start + 1, length === -1 ? undefined : start + 1 + length)
}

const hasTest = (file, title) => {
  const source = readFileSync(join(root, file), 'utf8')
  const literals = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``]
  return literals.some((literal) => source.includes(literal))
}

const problemsOfRow = (row) => {
  const links = [...row.matchAll(/\[((?:[^[\]]|\[[^\]]*\])+)\]\(((?:[^)\s]+\/)?test\/[^)\s]+\.ts)\)/g)]
  if (links.length === 0) return ['A guarantee names no test. Link to it as [title](path/to/file.test.ts).']
  return links.flatMap(([, text, file]) => {
    const title = text.replace(/^`|`$/g, '').replaceAll('\\|', '|')
    if (!existsSync(join(root, file))) return [`There is no test file ${file}.`]
    return hasTest(file, title) ? [] : [`${file} has no test titled "${title}".`]
  })
}

/** @returns {string[]} a line for each guarantee without its test */
export const checkGuarantees = () => {
  if (!existsSync(join(root, 'README.md'))) return ['README.md is missing.']
  const rows = sectionOf(readFileSync(join(root, 'README.md'), 'utf8').split('\n'))
    .filter(({ line }) => line.startsWith('|'))
    // The head of the table and the rule below it.
    .slice(2)
  if (rows.length === 0) return ['README.md has no table under a heading "Guarantees".']
  return rows.flatMap(({ line, number }) => problemsOfRow(line).map((problem) => `README.md:${number}: ${problem}`))
}
