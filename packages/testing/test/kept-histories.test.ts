// Every history that a version of Foliot has recorded replays on this one (scripts/record-histories.mjs).
import { InThreadHost } from '@foliot/core/internal'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testBundle } from '../src/test-bundles.js'

interface KeptEvent {
  readonly seq: number
  readonly type: string
  readonly recordedAt: number
  readonly data: unknown
}

interface KeptHistory {
  readonly example: string
  readonly runId: string
  readonly history: readonly KeptEvent[]
}

type History = NonNullable<Parameters<InThreadHost['execute']>[0][number]['history']>

const folder = new URL('../../core/test/histories/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

const replay = async ({ example, runId, history }: KeptHistory) => {
  const bundle = await testBundle(new URL(`../../../examples/${example}/src/workflows`, import.meta.url))
  const host = new InThreadHost()
  await host.loadBundle(bundle)
  const events = history.map((event) => ({ ...event, data: JSON.stringify(event.data) })) as History
  const last = events.at(-1)
  const task = {
    runId,
    bundle: bundle.hash,
    seq: last?.seq ?? 0,
    history: events,
    now: last?.recordedAt ?? 0,
    inputs: [],
  }
  const [answer] = await host.execute([task])
  return answer
}

describe('a history that is kept', () => {
  // TRAPS 41
  test.each(files)('replays as it was recorded: %s', async (file) => {
    const kept = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as KeptHistory
    expect(await replay(kept)).toMatchObject({ type: 'turn', differences: [], turn: { events: [] } })
  })

  // TRAPS 32
  test('is noticed when it isn’t what the code does', async () => {
    const file = new URL('onboarding-1.json', folder)
    const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptHistory
    const history = kept.history.map((event) =>
      event.type === 'ActivityScheduled'
        ? { ...event, data: { ...(event.data as object), name: 'email.sendOther' } }
        : event,
    )
    expect(await replay({ ...kept, history })).toMatchObject({
      type: 'blocked',
      reason: { code: 'FOLIOT_NONDETERMINISM' },
    })
  })

  test('is there for each example', () => {
    const examples = readdirSync(new URL('../../../examples/', import.meta.url))
    expect([...new Set(files.map((name) => name.replace(/-\d+\.json$/, '')))].sort()).toEqual([...examples].sort())
  })
})
