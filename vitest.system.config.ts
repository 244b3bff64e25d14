// The tests of `npm run test:system`: real worker processes, killed and restarted, on servers that the script starts.
import { defineConfig } from 'vitest/config'
import { everyTest } from './vitest.config.js'

export default defineConfig({
  ...everyTest,
  test: {
    ...everyTest.test,
    name: 'system',
    include: ['{packages,examples}/*/test/**/*.system.test.ts'],
    exclude: ['**/node_modules/**'],
    // They measure time and load the machine: one after the other.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
