// A pooler in transaction mode, as far as the store can tell one: clients share server connections, each gets another one
// for every transaction, and the process id that a client is told is the pooler's own. Without TLS and passwords.
import { connect, createServer, type Socket } from 'node:net'

export interface TransactionPooler extends AsyncDisposable {
  readonly url: string
}

interface Message {
  readonly type: string
  readonly bytes: Buffer
}

/** Splits a stream into messages; those of a client begin with one that has no type. */
class MessageReader {
  #buffer: Buffer = Buffer.alloc(0)
  #hasType: boolean

  constructor(hasType: boolean) {
    this.#hasType = hasType
  }

  *read(chunk: Buffer): Iterable<Message> {
    this.#buffer = Buffer.concat([this.#buffer, chunk])
    for (;;) {
      const head = this.#hasType ? 1 : 0
      if (this.#buffer.length < head + 4) return
      const length = head + this.#buffer.readInt32BE(head)
      if (this.#buffer.length < length) return
      const bytes = this.#buffer.subarray(0, length)
      this.#buffer = this.#buffer.subarray(length)
      const type = this.#hasType ? String.fromCharCode(bytes[0] as number) : 'startup'
      this.#hasType = true
      yield { type, bytes }
    }
  }
}

class Server {
  readonly socket: Socket
  client: Client | undefined

  constructor(url: URL, startup: Buffer, onIdle: (server: Server) => void) {
    this.socket = connect(Number(url.port), url.hostname)
    this.socket.setNoDelay(true)
    this.socket.on('error', () => undefined)
    this.socket.write(startup)
    const reader = new MessageReader(true)
    let isStarted = false
    this.socket.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of reader.read(chunk)) {
        if (isStarted) this.client?.socket.write(bytes)
        const isIdle = type === 'Z' && bytes[5] === 'I'.charCodeAt(0)
        if (!isIdle) continue
        isStarted = true
        this.client?.detach()
        this.client = undefined
        onIdle(this)
      }
    })
  }
}

class Client {
  readonly socket: Socket
  #server: Server | undefined
  readonly #waiting: Buffer[] = []
  readonly #ask: (client: Client) => void
  #isAsking = false

  constructor(socket: Socket, ask: (client: Client) => void) {
    this.socket = socket
    this.#ask = ask
  }

  forward(bytes: Buffer): void {
    if (this.#server !== undefined) this.#server.socket.write(bytes)
    else {
      this.#waiting.push(bytes)
      if (this.#isAsking) return
      this.#isAsking = true
      this.#ask(this)
    }
  }

  attach(server: Server): void {
    this.#isAsking = false
    this.#server = server
    server.client = this
    for (const bytes of this.#waiting.splice(0)) server.socket.write(bytes)
  }

  detach(): void {
    this.#server = undefined
  }
}

const greeting = (): Buffer => {
  const authenticated = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0])
  const key = Buffer.alloc(13)
  key.write('K')
  key.writeInt32BE(12, 1)
  key.writeInt32BE(1_000_000_007, 5)
  return Buffer.concat([authenticated, key, Buffer.from([90, 0, 0, 0, 5, 73])])
}

export const startTransactionPooler = async (databaseUrl: string, size = 3): Promise<TransactionPooler> => {
  const url = new URL(databaseUrl)
  const idle: Server[] = []
  const asking: Client[] = []
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const match = (): void => {
    // The one that has been idle for longest, so that a client comes back to another one.
    while (idle.length > 0 && asking.length > 0) asking.shift()?.attach(idle.shift() as Server)
  }
  const onIdle = (server: Server): void => {
    idle.push(server)
    setImmediate(match)
  }
  const pooler = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const reader = new MessageReader(false)
    const client = new Client(socket, (each) => {
      asking.push(each)
      match()
    })
    socket.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of reader.read(chunk)) {
        if (type === 'startup') {
          while (servers.length < size) servers.push(new Server(url, bytes, onIdle))
          socket.write(greeting())
        } else if (type === 'X') socket.end()
        else client.forward(bytes)
      }
    })
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const address = pooler.address()
  const own = new URL(databaseUrl)
  own.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: own.href,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      for (const { socket } of servers) socket.destroy()
      await new Promise((resolve) => pooler.close(resolve))
    },
  }
}
