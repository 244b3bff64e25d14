// Starts the Postgres that tests take their databases from, and migrates the template that they are cloned from.
// FOLIOT_TEST_POSTGRES names a server to use instead.
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/store/postgres/migrate.js'
import { startPostgresServer } from './postgres-server.mjs'
import { templateDatabase } from './test-database.js'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env['FOLIOT_TEST_POSTGRES']
  const server = given === undefined ? await startPostgresServer() : undefined
  const url = given ?? (server?.url as string)
  try {
    await makeTemplate(url)
  } catch (error) {
    await server?.stop()
    throw error
  }
  project.provide('postgresUrl', url)
  return async () => {
    await server?.stop()
  }
}

const makeTemplate = async (url: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`drop database if exists ${templateDatabase} with (force)`)
    await client.query(`create database ${templateDatabase}`)
  } finally {
    await client.end()
  }
  const template = new URL(url)
  template.pathname = templateDatabase
  await migrate({ database: template.href })
}
