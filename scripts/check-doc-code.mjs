// Compiles every `ts` code block of the documentation against the built packages. A block is a module of its own; one
// that opens with a comment such as `// workflows/greeting.ts` is that file, and other blocks of the page can import it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documents } from './documents.mjs'
import { packageFolders, programFile, readJson, root } from './workspace.mjs'

const workFolder = '.cache/doc-code'
const fileComment = /^\/\/ ([\w./-]+\.tsx?)$/

/** The blocks of a page, each with the line of the page its code begins after. */
const codeBlocks = (page) => {
  const blocks = []
  let block
  readFileSync(join(root, page), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const [, fence = '', info = ''] = /^\s*(`{3,})\s*(.*)$/.exec(line) ?? []
      if (block === undefined) {
        if (fence !== '') block = { fence, language: info.split(' ')[0], startLine: index + 1, lines: [] }
      } else if (fence.length >= block.fence.length && info === '') {
        if (block.language === 'ts') blocks.push(block)
        block = undefined
      } else block.lines.push(line)
    })
  return blocks
}

/** Maps the name of every entry point to its declarations. */
const entryPaths = () =>
  Object.fromEntries(
    packageFolders().flatMap((folder) => {
      const { name, exports } = readJson(`${folder}/package.json`)
      return Object.entries(exports).map(([entry, { types }]) => [name + entry.slice(1), [join(root, folder, types)]])
    }),
  )

const writeBlocks = () => {
  const sources = new Map()
  const problems = []
  for (const page of documents()) {
    codeBlocks(page).forEach((block, index) => {
      const named = fileComment.exec(block.lines[0]?.trim() ?? '')?.[1]
      const file = join(page.replace(/\.md$/, ''), named ?? `block-${index + 1}.ts`)
      if (sources.has(file)) problems.push(`${page}:${block.startLine}: Two blocks of this page are ${named}.`)
      sources.set(file, { page, startLine: block.startLine })
      mkdirSync(join(root, workFolder, dirname(file)), { recursive: true })
      // Last, so that a block without imports is a module too, and no line moves.
      writeFileSync(join(root, workFolder, file), `${block.lines.join('\n')}\nexport {}\n`)
    })
  }
  return { sources, problems }
}

/** @returns {string[]} the compiler's complaints, at the lines of the pages */
export const checkDocCode = () => {
  rmSync(join(root, workFolder), { recursive: true, force: true })
  const { sources, problems } = writeBlocks()
  if (sources.size === 0) return problems
  const compilerOptions = {
    composite: false,
    declaration: false,
    declarationMap: false,
    sourceMap: false,
    noEmit: true,
  }
  writeFileSync(
    join(root, workFolder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { ...compilerOptions, paths: entryPaths() },
      files: [...sources.keys()],
    }),
  )
  const tsc = spawnSync(process.execPath, [programFile('typescript', 'tsc'), '-p', '.', '--pretty', 'false'], {
    cwd: join(root, workFolder),
    encoding: 'utf8',
  })
  for (const line of tsc.stdout.split('\n').filter((text) => text !== '')) {
    const [, file, row, message] = /^(.+?)\((\d+),\d+\): (.*)$/.exec(line) ?? []
    const source = sources.get(file)
    problems.push(source === undefined ? line : `${source.page}:${source.startLine + Number(row)}: ${message}`)
  }
  console.log(`${sources.size} code blocks compiled`)
  return problems
}
