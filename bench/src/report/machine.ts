// The machine and the code that the figures belong to.
import { execFileSync } from 'node:child_process'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

export interface MachineDescription {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  /** Of the checkout; `+` when files differ from it. */
  readonly commit: string
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' }).trim()

const readCommit = (): string => {
  try {
    return (
      git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+')
    )
  } catch {
    return 'unknown'
  }
}

export const describeMachine = (): MachineDescription => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()} ${arch()}`,
  node: process.version,
  commit: readCommit(),
})
