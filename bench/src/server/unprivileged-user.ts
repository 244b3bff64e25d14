// Postgres refuses to run as root: the ids of a user that may run it instead.
import { readFileSync } from 'node:fs'

export interface UserIds {
  readonly uid: number
  readonly gid: number
}

/** Undefined when this process isn't root and can run Postgres itself. */
export const findUnprivilegedUser = (): UserIds | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const entry = entries.find(([user]) => user === name)
    if (entry?.[2] !== undefined && entry[3] !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error(
    'Postgres refuses to run as root, and there is no user `postgres` or `nobody`. Run the bench as another user.',
  )
}
