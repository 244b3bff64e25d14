// A data directory as initdb leaves it, packed at build time (scripts/prepare-embedded.mjs): unpacking it takes a third of
// a second, where initdb takes 4 to 9 seconds. Format: Brotli over one line of JSON, the list of entries, and then the
// bytes of the files one after the other.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

interface Entry {
  readonly path: string
  /** Absent for a directory, which comes before what is in it. */
  readonly size?: number
}

// From dist/store/postgres/embedded, and from src/store/postgres/embedded.
const candidates = ['../../../embedded/data.br', '../../../../dist/embedded/data.br']

const imageFile = (): string | undefined =>
  candidates.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url))).find((file) => existsSync(file))

/**
 * Makes the data directory, unless it is there. It appears under its name only when it is whole. Where there is no image,
 * as when the code runs from sources that were never built, it does nothing, and PGlite runs initdb.
 */
export const prepareDataDirectory = (folder: string): void => {
  const image = imageFile()
  if (existsSync(folder) || image === undefined) return
  const draft = `${folder}.draft`
  rmSync(draft, { recursive: true, force: true })
  unpack(brotliDecompressSync(readFileSync(image)), draft)
  renameSync(draft, folder)
}

const unpack = (content: Buffer, folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const headEnd = content.indexOf('\n')
  let offset = headEnd + 1
  for (const { path, size } of JSON.parse(content.toString('utf8', 0, headEnd)) as readonly Entry[]) {
    if (size === undefined) mkdirSync(join(folder, path), { mode: 0o700 })
    else writeFileSync(join(folder, path), content.subarray(offset, (offset += size)), { mode: 0o600 })
  }
}
