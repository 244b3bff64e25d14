export { join, resolve } from 'node:path'
