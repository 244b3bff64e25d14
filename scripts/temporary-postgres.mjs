// A Postgres server in a temporary folder, on a free port of the loopback interface, gone when it is stopped.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Postgres refuses to run as root; Debian's package has a user for it. */
const serverUser = () => {
  if (process.getuid() !== 0) return {}
  const idOf = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * @param {string} binaries the folder of initdb and postgres
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export const startTemporaryPostgres = async (binaries) => {
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'foliot-postgres-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)

  const initdb = spawnSync(
    join(binaries, 'initdb'),
    ['--pgdata', folder, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (initdb.status !== 0) {
    removeFolder()
    throw new Error(`initdb failed: ${initdb.stderr}`)
  }

  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', max_connections: 200 }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'postgres'), ['-D', folder, ...options], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log = []
  server.stderr.on('data', (chunk) => log.push(chunk))
  const closed = new Promise((resolve) => server.on('close', resolve))
  const isReady = () =>
    spawnSync(join(binaries, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0

  for (let waitedMs = 0; !isReady(); waitedMs += 100) {
    if (server.exitCode === null && waitedMs < 30_000) {
      await pause(100)
      continue
    }
    server.kill('SIGQUIT')
    await closed
    removeFolder()
    throw new Error(`Postgres did not start: ${Buffer.concat(log)}`)
  }

  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      // Immediate: nothing in the folder outlives the tests.
      server.kill('SIGQUIT')
      await closed
      removeFolder()
    },
  }
}
