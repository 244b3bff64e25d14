// Packs a fresh data directory of the embedded database into dist of @foliot/core, so that a first start needs no initdb.
// It takes some 15 seconds, and is done again only for another version of PGlite.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { runMain } from './run-main.mjs'
import { readJson, root } from './workspace.mjs'

const core = join(root, 'packages/core')
const target = join(core, 'dist/embedded/data.br')
const stampFile = join(core, 'dist/embedded/pglite-version')

/** Directories before what is in them; files with their sizes. */
const entriesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: relative(folder, join(entry.parentPath, entry.name)), isFile: entry.isFile() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

const pack = (folder) => {
  const files = []
  const head = entriesOf(folder).map(({ path, isFile }) => {
    if (!isFile) return { path }
    const content = readFileSync(join(folder, path))
    files.push(content)
    return { path, size: content.length }
  })
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files])
}

export const prepareEmbedded = async () => {
  const { version } = readJson('packages/core/node_modules/@electric-sql/pglite/package.json')
  if (existsSync(target) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === version) return
  const require = createRequire(join(core, 'package.json'))
  const { PGlite } = await import(pathToFileURL(require.resolve('@electric-sql/pglite')).href)
  const folder = mkdtempSync(join(tmpdir(), 'foliot-embedded-'))
  try {
    const dataDir = join(folder, 'data')
    const pglite = new PGlite(dataDir)
    await pglite.waitReady
    await pglite.close()
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
    mkdirSync(join(core, 'dist/embedded'), { recursive: true })
    writeFileSync(target, brotliCompressSync(pack(dataDir), { params }))
    writeFileSync(stampFile, version)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await runMain(import.meta, prepareEmbedded)
