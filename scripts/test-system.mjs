// `npm run test:system`: runs the *.system.test.ts files, which use real processes, pgbouncer and the oldest Postgres
// that Foliot supports. Arguments go to vitest. The tests find the servers by the variables set here.
import { startPostgresServer } from '../packages/core/test/support/postgres-server.mjs'
import { build } from './build.mjs'
import { debianPackages } from './debian-packages.mjs'
import { runCommand } from './run-command.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'
import { programFile, root } from './workspace.mjs'

await runMain(import.meta, async () => {
  await setUp()
  await build()
  const programs = await debianPackages()
  if ('unavailable' in programs) {
    console.error(`System tests did not run: ${programs.unavailable}`)
    return process.env.CI ? 1 : 0
  }
  const postgres = await startPostgresServer({ binaries: programs.postgresBinaries })
  try {
    const env = {
      ...process.env,
      FOLIOT_TEST_POSTGRES_15: postgres.url,
      FOLIOT_TEST_POSTGRES_15_BINARIES: programs.postgresBinaries,
      FOLIOT_TEST_PGBOUNCER: programs.pgbouncer,
    }
    const vitest = [programFile('vitest'), 'run', '--config', 'vitest.system.config.ts', ...process.argv.slice(2)]
    return await runCommand(process.execPath, vitest, { cwd: root, env })
  } finally {
    await postgres.stop()
  }
})
