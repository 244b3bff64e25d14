import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('print-zone-facts.mjs', import.meta.url))

const printed = async (env: Readonly<Record<string, string>>): Promise<{ host: string; facts: unknown }> => {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { ...process.env, ...env } })
  const [host = '', facts = ''] = stdout.split('\n')
  return { host, facts: JSON.parse(facts) }
}

describe('time zone and locale of the process', () => {
  // [TRAPS 42]
  it('leave no trace in workflow code', async () => {
    const [plain, ...others] = await Promise.all([
      printed({ TZ: 'UTC', LC_ALL: 'C' }),
      printed({ TZ: 'America/New_York', LC_ALL: 'de_DE.UTF-8' }),
      printed({ TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' }),
    ])
    expect(plain?.facts).toMatchObject({
      offset: 0,
      hours: 2,
      zone: ['UTC', 'UTC'],
      made: [Date.UTC(2024, 2, 10, 2, 30), Date.UTC(1999, 0), Date.UTC(2024, 2)],
    })
    for (const { host, facts } of others) {
      expect(host).not.toBe(plain?.host)
      expect(facts).toEqual(plain?.facts)
    }
  })
})
