// The installed version of a peer, for the report.
import { readFileSync } from 'node:fs'

export const packageVersion = (name: string): string => {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
