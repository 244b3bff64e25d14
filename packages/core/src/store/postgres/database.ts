// The tables that are queried through Kysely, as it sees them: what people list and describe.
import type { ColumnType } from 'kysely'

type Json = ColumnType<string | null, string, string>

export interface RunsTable {
  readonly run_id: string
  readonly workflow_id: string
  readonly workflow_type: string
  readonly task_queue: string
  readonly status: string
  readonly bundle: string | null
  readonly args: Json
  readonly result: Json
  readonly failure: Json
  readonly blocked: Json
  readonly created_at: string
  readonly started_at: string | null
  readonly closed_at: string | null
}

export interface RunTasksTable {
  readonly run_id: string
  readonly wake_at: string | null
  readonly owner: string | null
}

export interface HistoryTable {
  readonly run_id: string
  readonly seq: number
  readonly type: string
  readonly recorded_at: string
  readonly data: Json
}

export interface SchemaMigrationsTable {
  readonly name: string
  readonly timestamp: string
}

export interface Database {
  readonly runs: RunsTable
  readonly run_tasks: RunTasksTable
  readonly history: HistoryTable
  readonly schema_migrations: SchemaMigrationsTable
}
