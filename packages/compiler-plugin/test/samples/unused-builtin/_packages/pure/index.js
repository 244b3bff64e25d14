import * as fs from 'node:fs'
import path from 'path'
export const pure = (x) => x
export const impure = () => fs.readFileSync(path.join('a'))
