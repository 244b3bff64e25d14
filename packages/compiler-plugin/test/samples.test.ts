// Every folder under samples/ is a project and a law: sample.json says the law and the options, report.txt what has to
// come of it. A new case needs a folder with sample.json; `-u` writes its report.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BundleOptions } from '../src/public/index.js'
import { describe, expect, test, vi } from 'vitest'
import { describeOutcome } from './support/describe-outcome.js'
import { temporaryProject } from './support/temporary-project.js'

interface Sample {
  readonly law: string
  readonly options?: Omit<BundleOptions, 'workflowsPath'> & { readonly workflowsPath?: string | readonly string[] }
}

const folder = fileURLToPath(new URL('./samples', import.meta.url))

vi.setConfig({ testTimeout: 60_000 })

describe('sample', () => {
  test.each(
    readdirSync(folder).map((name) => {
      const sample = JSON.parse(readFileSync(join(folder, name, 'sample.json'), 'utf8')) as Sample
      return [name, sample.law, sample.options ?? {}] as const
    }),
  )('%s: %s', async (name, _, { workflowsPath = 'src', ...options }) => {
    using project = temporaryProject({ from: join(folder, name) })
    const paths = [workflowsPath].flat().map((path) => join(project.folder, path))
    const outcome = await describeOutcome({ ...options, workflowsPath: paths })
    await expect(outcome).toMatchFileSnapshot(join(folder, name, 'report.txt'))
  })
})
