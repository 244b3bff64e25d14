// What `Client.connect` takes.
import { checkOptionNames } from '../base/check-option-names.js'
import { checkWakeTransport, type WakeTransport } from '../wake/wake-transport.js'
import type { DatabaseOption } from '../store/postgres/open-store.js'

export interface ConnectOptions {
  /** A `postgres://` URL, a `pg.Pool`, or a directory for the embedded database. */
  readonly database: DatabaseOption
  /**
   * The Postgres schema that everything lives in.
   *
   * @default 'foliot'
   */
  readonly schema?: string | undefined
  /**
   * Whether to LISTEN, so that waits hear of a run's progress sooner. Polling alone is correct.
   *
   * @default true
   */
  readonly listen?: boolean | undefined
  /**
   * For workers that aren't always on: a message by this transport tells them to look after each start, signal, update,
   * query and operator's call (cancel, terminate, pause, resume, timers) that was accepted. When it can't be sent, a warning of the process says so.
   */
  readonly wake?: WakeTransport | undefined
}

/** @throws InvalidOptionError for an unknown option; openStore checks what they are set to */
export const checkConnectOptions = (options: unknown): void => {
  const { wake } = checkOptionNames('Client.connect', options, ['database', 'schema', 'listen', 'wake'])
  if (wake !== undefined) checkWakeTransport('wake', wake)
}
