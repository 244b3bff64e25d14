import { parse } from './parse.js'
export const readConfig = (name) => parse(name)
