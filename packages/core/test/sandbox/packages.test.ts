import { beforeAll, describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/authoring/bundle.js'
import { InThreadHost } from '../../src/sandbox/in-thread-host.js'
import { execute, replayTask, resultOf, startTask, turnOf } from './sandbox-run.js'
import { workflowBundle } from './workflow-bundle.js'

const source = `
  import { v1, v4, v7 } from 'uuid'
  import { nanoid } from 'nanoid'
  import { ulid } from 'ulid'
  import { DateTime } from 'luxon'
  import { z } from 'zod'
  import { Workflow, Run, sleep } from '@foliot/core/workflow'

  const loadedAt = Date.now()
  const Order = z.object({ id: z.string().uuid(), at: z.coerce.date(), total: z.number().positive() })

  @Workflow('packages') export class Packages {
    @Run() async run() {
      const before = this.#take()
      await sleep('1 hour')
      return { before, after: this.#take(), loadedAt }
    }
    #take() {
      const parsed = Order.safeParse({ id: v4(), at: '2024-02-29T00:00:00Z', total: -1 })
      return {
        uuid: [v1(), v4(), v7()], nanoid: nanoid(), ulid: ulid(), random: Math.random(),
        luxon: [DateTime.now().toISO(), DateTime.local().zoneName, DateTime.fromISO('2024-03-10T02:30', { zone: 'America/New_York' }).toUTC().toISO(), DateTime.now().setLocale('de').toLocaleString(DateTime.DATE_FULL)],
        zod: [parsed.success, parsed.error?.issues.map(({ path, code }) => [path, code])],
      }
    }
  }`

describe('packages in workflows', () => {
  let bundle: Bundle
  beforeAll(async () => {
    bundle = await workflowBundle(source)
  })

  const host = new InThreadHost()
  const runTwice = async (runId: string) => {
    const start = startTask(bundle, runId, 'packages')
    const begun = turnOf(await execute(host, start))
    const wakeAt = begun.nextTimerAt ?? 0
    const woken = await execute(host, { ...start, seq: begun.events.length, now: wakeAt, inputs: [] })
    return { start, begun, wakeAt, result: resultOf(woken) as { before: object; after: object; loadedAt: number } }
  }

  // [TRAPS 48]
  it('work, repeat in replay, and differ between runs', async () => {
    await host.loadBundle(bundle)
    const one = await runTwice('run-1')
    const two = await runTwice('run-2')
    expect(one.result.loadedAt).toBe(one.start.now)
    expect(one.result.before).toMatchObject({
      luxon: ['2023-11-14T22:13:20.000+00:00', 'UTC', '2024-03-10T07:30:00.000Z', '14. November 2023'],
      zod: [false, [[['total'], 'too_small']]],
    })
    for (const name of ['uuid', 'nanoid', 'ulid', 'random'] as const) {
      const values = [one.result.before, one.result.after, two.result.before, two.result.after].map(
        (taken) => Reflect.get(taken, name) as unknown,
      )
      expect(new Set(values.map((value) => JSON.stringify(value))).size, name).toBe(4)
    }

    const other = new InThreadHost()
    await other.loadBundle(bundle)
    const replayed = await execute(other, { ...replayTask(one.start, one.begun.events), now: one.wakeAt })
    expect(resultOf(replayed)).toEqual(one.result)
  })
})
