// A project in a folder of its own under the system's temporary folder, with this workspace's @foliot/core.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const core = fileURLToPath(new URL('../../../core', import.meta.url))

/** Where this package or the workspace has a package. */
const packageFolder = (name: string): string => {
  const own = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url))
  return existsSync(own) ? own : fileURLToPath(new URL(`../../../../node_modules/${name}`, import.meta.url))
}

export interface TemporaryProject extends Disposable {
  readonly folder: string
  write(files: Readonly<Record<string, string>>): void
}

export interface ProjectContent {
  /** A folder to copy; what is in `_packages` there becomes `node_modules`. */
  readonly from?: string
  readonly files?: Readonly<Record<string, string>>
  /** Names of packages of this workspace to link. */
  readonly packages?: readonly string[]
  /** Folders to put between the temporary folder and the project. */
  readonly depth?: string
}

export const temporaryProject = ({ from, files = {}, packages = [], depth = '' }: ProjectContent): TemporaryProject => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'foliot-compiler-')))
  const folder = join(top, depth)
  mkdirSync(folder, { recursive: true })
  if (from !== undefined) cpSync(from, folder, { recursive: true })
  if (existsSync(join(folder, '_packages'))) renameSync(join(folder, '_packages'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'node_modules/@foliot'), { recursive: true })
  symlinkSync(core, join(folder, 'node_modules/@foliot/core'))
  for (const name of packages) {
    symlinkSync(packageFolder(name), join(folder, 'node_modules', name))
  }
  const write = (texts: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  write(existsSync(join(folder, 'package.json')) ? files : { 'package.json': '{ "type": "module" }', ...files })
  return { folder, write, [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true }) }
}
