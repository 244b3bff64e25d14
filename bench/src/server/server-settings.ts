// The settings of the one server that every contender and the raw limit run on. Durability is what Postgres ships
// with; memory and WAL are large enough that no checkpoint falls into a measurement.

export const serverSettings: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  max_connections: '200',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
  timezone: 'UTC',
  log_min_messages: 'fatal',
}
