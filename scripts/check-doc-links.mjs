// Checks that every relative link of the documentation leads to a file, and its fragment to a heading.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { documents } from './documents.mjs'
import { root } from './workspace.mjs'

const withoutCodeBlocks = (text) => text.replace(/^\s*```[\s\S]*?^\s*```/gm, (block) => block.replace(/[^\n]/g, ''))

const slugOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const anchorsOf = (page) => {
  const counts = new Map()
  const anchors = new Set()
  for (const [, heading] of withoutCodeBlocks(readFileSync(join(root, page), 'utf8')).matchAll(/^#{1,6}\s+(.+)$/gm)) {
    const slug = slugOf(heading)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    anchors.add(count === 0 ? slug : `${slug}-${count}`)
  }
  return anchors
}

const problemOf = (page, target) => {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return undefined
  const [path, fragment] = target.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), decodeURI(path)))
  if (file.startsWith('..')) return `The link ${target} leaves the repository.`
  if (!existsSync(join(root, file))) return `The link ${target} leads to no file.`
  if (fragment === undefined || !file.endsWith('.md') || anchorsOf(file).has(fragment)) return undefined
  return `The link ${target} leads to no heading of ${file}.`
}

/** @returns {string[]} a line for each link that leads nowhere */
export const checkDocLinks = () =>
  documents().flatMap((page) =>
    withoutCodeBlocks(readFileSync(join(root, page), 'utf8'))
      .split('\n')
      .flatMap((line, index) =>
        [...line.replace(/(`+).*?\1/g, '').matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
          .map(([, target]) => problemOf(page, target))
          .filter((problem) => problem !== undefined)
          .map((problem) => `${page}:${index + 1}: ${problem}`),
      ),
  )
