// Starts a throw-away Postgres on loopback: its own data directory, its own port, gone after stop().
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgresBinaries } from './postgres-binaries.js'
import { serverSettings } from './server-settings.js'
import { findUnprivilegedUser } from './unprivileged-user.js'

const findFreePort = async (): Promise<number> => {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  return port
}

const waitUntilReady = async (url: string, child: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`Postgres ended with exit code ${child.exitCode} while it started.`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('SELECT 1')
      return
    } catch {
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error('Postgres did not accept connections within 15 seconds.')
}

/** As for the tests' servers: a copy where the server's user can't enter the working copy. */
const reachableBinaries = async (installed: string, into: string): Promise<string> => {
  const file = new URL('../../../packages/core/test/support/reachable-binaries.mjs', import.meta.url)
  const support = (await import(file.href)) as { reachableBinaries(bin: string, into: string): string }
  return support.reachableBinaries(installed, into)
}

export class PostgresServer {
  readonly #child: ChildProcess
  readonly #directory: string
  readonly #port: number

  private constructor(child: ChildProcess, directory: string, port: number) {
    this.#child = child
    this.#directory = directory
    this.#port = port
  }

  static async start(): Promise<PostgresServer> {
    const installed = findPostgresBinaries()
    const user = findUnprivilegedUser()
    const directory = mkdtempSync(join(tmpdir(), 'foliot-bench-'))
    // For a process that ends without stop().
    const removeDirectory = (): void =>
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    process.once('exit', removeDirectory)
    if (user !== undefined) chownSync(directory, user.uid, user.gid)
    const binaries = await reachableBinaries(installed, directory)
    const data = join(directory, 'data')
    const options = { cwd: directory, ...user }
    await promisify(execFile)(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'],
      options,
    )
    const port = await findFreePort()
    const settings = {
      ...serverSettings,
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    }
    const child = spawn(
      join(binaries, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    // Read to the end, but shown only when the start fails: sessions that are cut with their database say so here.
    let log = ''
    child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)))
    // Before the directory goes.
    process.prependOnceListener('exit', () => child.kill('SIGQUIT'))
    const server = new PostgresServer(child, directory, port)
    try {
      await waitUntilReady(server.url('postgres'), child)
    } catch (error) {
      await server.stop()
      throw new Error(`Postgres could not be started. It said:\n${log}`, { cause: error })
    }
    return server
  }

  url(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/${database}`
  }

  /** A fast shutdown: open connections are cut. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()))
      this.#child.kill('SIGINT')
      const killer = setTimeout(() => this.#child.kill('SIGQUIT'), 10_000)
      await ended
      clearTimeout(killer)
    }
    rmSync(this.#directory, { recursive: true, force: true })
  }
}
