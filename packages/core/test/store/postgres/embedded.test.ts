import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/postgres/open-store.js'
import { bundleOf, startOf } from '../contract/fixtures.js'

describe('the embedded database', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foliot-embedded-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** A process that has the folder, as far as its lock tells. */
  const otherProcess = () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
    const exited = new Promise((resolve) => child.on('exit', resolve))
    const stat = existsSync('/proc') ? readFileSync(`/proc/${child.pid}/stat`, 'utf8') : ''
    const startedAt = stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
    const lock = { pid: child.pid, host: hostname(), startedAt, token: 'theirs' }
    return {
      lock,
      kill: async () => {
        child.kill('SIGKILL')
        await exited
      },
    }
  }
  const writeLock = (lock: object): void => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'lock'), JSON.stringify(lock))
  }

  it('keeps what was written, by path and by URL, and is shared within the process', { timeout: 60_000 }, async () => {
    const database = join(folder, 'new', 'place')
    const [one, two] = await Promise.all([
      openStore({ database }),
      openStore({ database: pathToFileURL(database).href }),
    ])
    await one.registerBundle(bundleOf('a', ['Order']))
    const start = startOf()
    expect(await two.startRuns([start])).toMatchObject([{ type: 'started' }])
    await one.close()
    expect((await two.describeRuns([{ runId: start.runId }]))[0]?.status).toBe('pending')
    await Promise.all([two.close(), two.close()])
    const again = await openStore({ database })
    expect((await again.describeRuns([{ runId: start.runId }]))[0]?.args).toBe('[{"n":1}]')
    await again.close()
    expect(readdirSync(database)).toEqual(['data'])
  })

  it('is refused to a second process, and taken over once that was killed', { timeout: 60_000 }, async () => {
    const other = otherProcess()
    writeLock(other.lock)
    await expect(openStore({ database: folder })).rejects.toMatchObject({
      code: 'FOLIOT_DATABASE_IN_USE',
      message: expect.stringContaining(`process ${other.lock.pid}`),
    })
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toEqual(other.lock)
    await other.kill()
    const store = await openStore({ database: folder })
    await store.close()
  })

  it('is taken over when its owner’s process id belongs to another process now', { timeout: 60_000 }, async () => {
    const other = otherProcess()
    writeLock({ ...other.lock, startedAt: '1' })
    const store = await openStore({ database: folder })
    await store.close()
    await other.kill()
  })

  it('stays with a process of another host', async () => {
    writeLock({ pid: 1, host: 'elsewhere.invalid', startedAt: '', token: 'theirs' })
    await expect(openStore({ database: folder })).rejects.toMatchObject({ code: 'FOLIOT_DATABASE_IN_USE' })
  })
})

describe('a memory database', () => {
  it('is shared by name within the process, and gone with the last who had it open', async () => {
    const [one, two, other] = await Promise.all(
      ['memory:a', 'memory:a', 'memory:b'].map((database) => openStore({ database })),
    )
    await one!.registerBundle(bundleOf('a', ['Order']))
    const start = startOf()
    await one!.startRuns([start])
    expect(await two!.describeRuns([{ runId: start.runId }])).toMatchObject([{ status: 'pending' }])
    expect(await other!.describeRuns([{ runId: start.runId }])).toEqual([undefined])
    await Promise.all([one!.close(), two!.close(), two!.close(), other!.close()])
    const again = await openStore({ database: 'memory:a' })
    expect(await again.describeRuns([{ runId: start.runId }])).toEqual([undefined])
    await again.close()
  })

  it('takes the clock it is given', async () => {
    let now = 1_000.7
    const store = await openStore({ database: 'memory:clocked', clock: () => now })
    expect(await store.now()).toBe(1_000)
    now = 500
    expect(await store.now()).toBe(1_000)
    now = 2_000
    expect(await store.now()).toBe(2_000)
    await store.close()
  })
})
