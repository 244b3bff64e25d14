// Where mails go in this example: lines of a file, so that one can count what was sent, across processes and crashes.
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Mail {
  readonly userId: number
  readonly template: 'welcome' | 'follow-up'
  /** The same for every attempt of one mail: a real mail service drops repeats of it. */
  readonly key: string
}

export interface SentMail extends Mail {
  readonly sentAt: string
  /** The process that sent it. */
  readonly processId: number
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

export class FileMailer implements Mailer {
  readonly #file: string
  readonly #onSent: (mail: SentMail) => void

  constructor(file: string, onSent: (mail: SentMail) => void = () => {}) {
    this.#file = file
    this.#onSent = onSent
  }

  async send(mail: Mail): Promise<void> {
    const sent: SentMail = { ...mail, sentAt: new Date().toISOString(), processId: process.pid }
    await mkdir(dirname(this.#file), { recursive: true })
    await appendFile(this.#file, `${JSON.stringify(sent)}\n`)
    this.#onSent(sent)
  }
}

/** The mails in a mailer's file, in the order in which they were sent. */
export const readSentMails = async (file: string): Promise<readonly SentMail[]> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SentMail)
}
