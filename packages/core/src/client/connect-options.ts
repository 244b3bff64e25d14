// What `Client.connect` takes.
import { checkOptionNames } from '../base/check-option-names.js'
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
}

/** @throws InvalidOptionError for an unknown option; openStore checks what they are set to */
export const checkConnectOptions = (options: unknown): void => {
  checkOptionNames('Client.connect', options, ['database', 'schema', 'listen'])
}
