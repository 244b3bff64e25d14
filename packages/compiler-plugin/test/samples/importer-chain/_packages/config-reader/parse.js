import { readFileSync } from 'node:fs'
export const parse = (name) => JSON.parse(readFileSync(name, 'utf8'))
