// The tests of `npm test`: one project per package and example, and one for the repository itself. System tests, which
// need servers and processes of their own, are in vitest.system.config.ts.
import { existsSync, readdirSync } from 'node:fs'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const foldersIn = (parent: string): string[] =>
  readdirSync(new URL(parent, import.meta.url)).filter((name) =>
    existsSync(new URL(`${parent}/${name}/package.json`, import.meta.url)),
  )

/** Starts the Postgres that tests of every project take databases from. */
const globalSetup = ['./packages/core/test/support/global-setup.ts'].filter((path) =>
  existsSync(new URL(path, import.meta.url)),
)

const project = (name: string, folder: string) => ({
  extends: true as const,
  test: { name, include: [`${folder}/**/*.test.ts`], exclude: ['**/node_modules/**', '**/*.system.test.ts'] },
})

/** What all test configurations share. */
export const everyTest = {
  // Standard decorators are lowered only below esnext, by esbuild: the reason for vite 7 (docs/decisions/0001-toolchain.md).
  esbuild: { target: 'es2022', tsconfigRaw: { compilerOptions: { experimentalDecorators: false } } },
  test: {
    globalSetup,
    // For a hang; a loaded machine shouldn't fail a test.
    testTimeout: 20_000,
    reporters: process.env.FOLIOT_TEST_REPORT
      ? ['default', ['json', { outputFile: process.env.FOLIOT_TEST_REPORT }]]
      : ['default'],
  },
} satisfies ViteUserConfig

export default defineConfig({
  ...everyTest,
  test: {
    ...everyTest.test,
    maxWorkers: 2,
    projects: [
      ...foldersIn('./packages').map((name) => project(name, `packages/${name}/test`)),
      ...foldersIn('./examples').map((name) => project(`example-${name}`, `examples/${name}/test`)),
      project('repository', 'test'),
    ],
  },
})
