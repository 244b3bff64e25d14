// Where the example keeps what outlives a process.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The workspace's folder for local state; git ignores it. */
export const stateFolder = process.env['FOLIOT_DEMO_FOLDER'] ?? join(root, '.foliot')
export const databaseFolder = join(stateFolder, 'onboarding')
export const outboxFile = join(stateFolder, 'onboarding-outbox.jsonl')
export const workflowsFolder = fileURLToPath(new URL('../src/workflows', import.meta.url))
