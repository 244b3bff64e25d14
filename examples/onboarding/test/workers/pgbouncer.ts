// A pgbouncer in transaction mode before a Postgres server, for one test.
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from './worker-processes.js'

export interface Pooler {
  readonly url: string
  stop(): Promise<void>
}

/** pgbouncer refuses to run as root. */
const nobody = 65534
const isRoot = process.getuid?.() === 0

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** @param poolSize connections to the server */
export const startPgbouncer = async (server: string, { poolSize }: { readonly poolSize: number }): Promise<Pooler> => {
  const { hostname, port: serverPort, username, pathname } = new URL(server)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'foliot-pgbouncer-'))
  const config = join(folder, 'pgbouncer.ini')
  const database = pathname.slice(1)
  writeFileSync(
    config,
    `[databases]
${database} = host=${hostname} port=${serverPort} dbname=${database} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  )
  if (isRoot) for (const path of [folder, config]) chownSync(path, nobody, nobody)
  const child: ChildProcess = spawn(process.env['FOLIOT_TEST_PGBOUNCER'] ?? 'pgbouncer', ['-q', config], {
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  for (let waited = 0; !(await answers(port)); waited += 20) {
    if (child.exitCode !== null || waited > 10_000)
      throw new Error(`pgbouncer doesn't answer (exit ${child.exitCode}).`)
    await pause(20)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
