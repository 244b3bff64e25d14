// absurd's SQL schema. Its npm package holds only the client; the schema is a file of its repository, fetched once and
// kept in bench/.cache.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Loads the schema of the given release. Rejects with what to do when it can't be had. */
export const loadAbsurdSchema = async (version: string): Promise<string> => {
  const cached = fileURLToPath(new URL(`../../.cache/absurd-${version}.sql`, import.meta.url))
  if (existsSync(cached)) return readFileSync(cached, 'utf8')
  const source = `https://raw.githubusercontent.com/earendil-works/absurd/${version}/sql/absurd.sql`
  let text: string
  try {
    const response = await fetch(source, { signal: AbortSignal.timeout(20_000) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    text = await response.text()
  } catch (error) {
    throw new Error(`The schema of absurd ${version} could not be fetched from ${source}. Put it at ${cached}.`, {
      cause: error,
    })
  }
  mkdirSync(dirname(cached), { recursive: true })
  writeFileSync(cached, text)
  return text
}
