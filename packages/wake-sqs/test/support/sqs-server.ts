// A server on loopback that speaks as much of SQS's JSON protocol as wake-ups need, with a clock that tests move. It holds
// requests to the documented limits, and hides a received message until its visibility time-out ends.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface StoredMessage {
  readonly id: string
  readonly body: string
  visibleAt: number
  receipt: string | undefined
}

interface SentMessage {
  readonly body: string
  readonly delaySeconds: number
}

type Fields = Readonly<Record<string, unknown>>

class SqsFault extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

const visibilityMs = 30_000

export class SqsServer {
  readonly sent: SentMessage[] = []
  readonly requests: { readonly target: string; readonly fields: Fields }[] = []
  /** Answers that many requests with an error of the server's own. */
  failures = 0
  readonly #server: Server
  #messages: StoredMessage[] = []
  #waiting = new Set<() => void>()
  #ahead = 0

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  static async start(): Promise<SqsServer> {
    const server = new SqsServer()
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get queueUrl(): string {
    return `${this.endpoint}/000000000000/wakes`
  }

  /** Messages in the queue, delayed and hidden ones included. */
  get size(): number {
    return this.#messages.length
  }

  /** Receivers that wait for a message now. */
  get waiting(): number {
    return this.#waiting.size
  }

  advance(ms: number): void {
    this.#ahead += ms
    for (const look of this.#waiting) look()
  }

  /** Puts a body into the queue as it is. */
  put(body: string, delaySeconds = 0): string {
    const id = randomUUID()
    this.#messages.push({ id, body, visibleAt: this.#now() + delaySeconds * 1_000, receipt: undefined })
    for (const look of this.#waiting) look()
    return id
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #now(): number {
    return performance.now() + this.#ahead
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const target = String(request.headers['x-amz-target'])
    const answer = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers })
      response.end(JSON.stringify(body))
    }
    try {
      if (request.headers['content-type'] !== 'application/x-amz-json-1.0')
        throw new SqsFault('InvalidMediaType', 'No.')
      const fields = JSON.parse(text) as Fields
      this.requests.push({ target, fields })
      if (this.failures > 0) {
        this.failures--
        answer(400, { __type: 'com.amazonaws.sqs#OverLimit', message: 'Told to fail.' })
        return
      }
      if (fields.QueueUrl !== this.queueUrl) throw new SqsFault('QueueDoesNotExist', 'The queue does not exist.')
      answer(200, await this.#act(target, fields, request))
    } catch (error) {
      const type = error instanceof SqsFault ? error.type : 'InternalError'
      answer(error instanceof SqsFault ? 400 : 500, { __type: `com.amazonaws.sqs#${type}`, message: String(error) })
    }
  }

  async #act(target: string, fields: Fields, request: IncomingMessage): Promise<object> {
    switch (target) {
      case 'AmazonSQS.SendMessage':
        return this.#send(fields)
      case 'AmazonSQS.ReceiveMessage':
        return this.#receive(fields, request)
      case 'AmazonSQS.DeleteMessage':
        this.#messages = this.#messages.filter(
          ({ receipt }) => receipt === undefined || receipt !== fields.ReceiptHandle,
        )
        return {}
      default:
        throw new SqsFault('UnsupportedOperation', target)
    }
  }

  #send({ MessageBody: body, DelaySeconds: delay = 0 }: Fields): object {
    if (typeof body !== 'string' || body === '') throw new SqsFault('MissingParameter', 'MessageBody')
    const delaySeconds = wholeNumber('DelaySeconds', delay, 900)
    this.sent.push({ body, delaySeconds })
    const md5 = createHash('md5').update(body).digest('hex')
    return { MessageId: this.put(body, delaySeconds), MD5OfMessageBody: md5 }
  }

  async #receive(fields: Fields, request: IncomingMessage): Promise<object> {
    const limit = wholeNumber('MaxNumberOfMessages', fields.MaxNumberOfMessages ?? 1, 10)
    const waitMs = wholeNumber('WaitTimeSeconds', fields.WaitTimeSeconds ?? 0, 20) * 1_000
    const end = performance.now() + waitMs
    let visible = this.#take(limit)
    while (visible.length === 0 && performance.now() < end && !request.socket.destroyed) {
      await this.#nextLook(request, end - performance.now())
      if (!request.socket.destroyed) visible = this.#take(limit)
    }
    if (visible.length === 0) return {}
    return {
      Messages: visible.map(({ id, body, receipt }) => ({
        MessageId: id,
        Body: body,
        ReceiptHandle: receipt,
        MD5OfBody: createHash('md5').update(body).digest('hex'),
      })),
    }
  }

  #take(limit: number): readonly StoredMessage[] {
    const now = this.#now()
    const visible = this.#messages.filter(({ visibleAt }) => visibleAt <= now).slice(0, limit)
    for (const message of visible) {
      message.visibleAt = now + visibilityMs
      message.receipt = randomUUID()
    }
    return visible
  }

  #nextLook(request: IncomingMessage, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        request.socket.off('close', look)
        resolve()
      }
      const timer = setTimeout(look, withinMs)
      this.#waiting.add(look)
      request.socket.on('close', look)
    })
  }
}

const wholeNumber = (name: string, value: unknown, most: number): number => {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most) return value as number
  throw new SqsFault('InvalidParameterValue', `Value ${String(value)} for ${name} is invalid: 0 to ${most}.`)
}
