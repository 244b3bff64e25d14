// Postgres refuses to run as root, so under root another user runs it: one who may not be able to enter the folder that the
// working copy lies in, such as one made by mktemp.
import { cpSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isOpenToAll = (folder) => {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

/**
 * A folder with the binaries that any user can start.
 *
 * @param {string} bin the `bin` folder of an installation
 * @param {string} into a folder that any user can enter; takes a copy of the installation if it is needed
 * @returns {string}
 */
export const reachableBinaries = (bin, into) => {
  if (process.getuid?.() !== 0 || isOpenToAll(bin)) return bin
  const copy = join(into, 'postgres')
  cpSync(dirname(realpathSync(bin)), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}
