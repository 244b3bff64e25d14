// The Debian packages that system tests need: finds their programs, and installs them where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runCommand } from './run-command.mjs'

const postgresBinaries = '/usr/lib/postgresql/15/bin'

const wanted = [
  { name: 'postgresql-15', program: `${postgresBinaries}/postgres` },
  { name: 'pgbouncer', program: '/usr/sbin/pgbouncer' },
]

const missing = () => wanted.filter(({ program }) => !existsSync(program)).map(({ name }) => name)

const onPath = (program) => spawnSync('which', [program]).status === 0

/**
 * @returns {Promise<{ postgresBinaries: string, pgbouncer: string } | { unavailable: string }>} where the programs are,
 *   or in a sentence why they can't be had
 */
export const debianPackages = async () => {
  const names = missing()
  if (names.length > 0) {
    const list = names.join(' and ')
    if (!onPath('apt-get')) return { unavailable: `${list} from Debian 12 must be installed, and there is no apt-get.` }
    if (process.getuid() !== 0) return { unavailable: `${list} must be installed, which only root can do.` }
    console.log(`Installing ${list} …`)
    // Run level 1 keeps the packages from starting servers of their own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    await runCommand('apt-get', ['update', '-q'], { env, quiet: true })
    const install = ['install', '-q', '-y', '--no-install-recommends', ...names]
    const exitCode = await runCommand('apt-get', install, { env, quiet: true })
    if (exitCode !== 0 || missing().length > 0) return { unavailable: `${list} could not be installed with apt-get.` }
  }
  return { postgresBinaries, pgbouncer: wanted[1].program }
}
