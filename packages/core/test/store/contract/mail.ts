// Messages: none is lost, whatever happens at the same time, and none comes twice.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/base/new-uuid.js'
import {
  closingEntry,
  entryOf,
  eventOf,
  firstEntry,
  idleTick,
  openWorker,
  startClaimed,
  startOf,
  startParked,
  turnOf,
} from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

const claimAll = { limit: 100, aheadMs: 0 }

export const describeMail = (under: StoreUnderTest): unknown =>
  describe('mail', () => {
    it('is numbered in the order of acceptance and read from where one is', async () => {
      const session = await openWorker(under.store)
      const { run } = await startClaimed(under.store, session)
      const { runId } = run
      const kind = 'activity-result'
      const before = await under.store.now()
      const outcomes = await under.store.sendMessages([
        { runId, kind, data: '{"n":1}' },
        { runId, kind, data: '{"n" : 2}' },
      ])
      expect(outcomes).toEqual([
        { type: 'sent', mail: 1 },
        { type: 'sent', mail: 2 },
      ])
      expect(await under.store.sendMessages([{ runId, kind: 'terminate', data: '{"reason":"x"}' }])).toEqual([
        { type: 'sent', mail: 3 },
      ])
      const mail = await session.readMail([{ runId, afterMail: 1 }])
      expect(mail).toEqual([
        { runId, mail: 2, kind, receivedAt: expect.any(Number), data: '{"n" : 2}' },
        { runId, mail: 3, kind: 'terminate', receivedAt: expect.any(Number), data: '{"reason":"x"}' },
      ])
      expect(mail[0]?.receivedAt).toBeGreaterThanOrEqual(before)
    })

    it('for an owned run shows in the tick until it is consumed', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      await session.commit([firstEntry(run, now)])
      expect((await session.tick(idleTick)).mail).toEqual([])
      await under.store.sendMessages([{ runId, kind: 'activity-result', data: '{}' }])
      expect((await session.tick(idleTick)).mail).toEqual([{ runId, mail: 1 }])
      expect((await (await openWorker(under.store)).tick(idleTick)).mail).toEqual([])
      const turn = turnOf(runId, [eventOf(3, 'ActivityCompleted', now)], { mailConsumed: 1 })
      const disposition = { type: 'keep', wakeAt: null } as const
      await session.commit([entryOf(runId, { turn, seq: 3, mailConsumed: 1, disposition })])
      expect((await session.tick(idleTick)).mail).toEqual([])
      expect(await session.readMail([{ runId, afterMail: 0 }])).toEqual([])
    })

    // TRAPS 24
    it('that came while a run was being parked keeps it with its owner', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      await under.store.sendMessages([{ runId, kind: 'activity-result', data: '{}' }])
      const park = { type: 'park', wakeAt: now + 60_000 } as const
      const reply = await session.commit([firstEntry(run, now, { disposition: park })])
      expect(reply.newMail).toEqual([{ runId, mail: 1 }])
      expect((await under.store.describeRuns([{ runId }]))[0]?.owner).toBe(session.workerId)
      const turn = turnOf(runId, [eventOf(3, 'ActivityCompleted', now)], { mailConsumed: 1 })
      const again = await session.commit([entryOf(runId, { turn, seq: 3, mailConsumed: 1, disposition: park })])
      expect(again.newMail).toEqual([])
      expect((await under.store.describeRuns([{ runId }]))[0]?.owner).toBeUndefined()
    })

    it('for a kept run is answered with the commit', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await under.store.sendMessages([{ runId: run.runId, kind: 'activity-result', data: '{}' }])
      const entry = firstEntry(run, now, { disposition: { type: 'keep', wakeAt: null } })
      expect((await session.commit([entry])).newMail).toEqual([{ runId: run.runId, mail: 1 }])
    })

    it('makes a released run due at once', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      await under.store.sendMessages([{ runId: run.runId, kind: 'activity-result', data: '{}' }])
      await session.commit([firstEntry(run, now)])
      await session.commit([entryOf(run.runId, { seq: 2, disposition: { type: 'release', wakeAt: now + 90_000 } })])
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ runId: run.runId, mail: 1, seq: 2 }])
    })

    it('with a key is accepted once, also after it was consumed, until the run closes', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      const message = { runId, kind: 'activity-result', key: 'payment "7"', data: '{"n":1}' } as const
      const outcomes = await under.store.sendMessages([message, { ...message, data: '{"n":2}' }])
      expect(outcomes).toEqual([{ type: 'sent', mail: 1 }, { type: 'duplicate' }])
      expect(await under.store.sendMessages([message, { ...message, key: 'other' }])).toEqual([
        { type: 'duplicate' },
        { type: 'sent', mail: 2 },
      ])
      const turn = firstEntry(run, now).turn!
      await session.commit([firstEntry(run, now, { turn: { ...turn, mailConsumed: 2 }, mailConsumed: 2 })])
      expect(await under.store.sendMessages([message])).toEqual([{ type: 'duplicate' }])
      expect(await session.readMail([{ runId, afterMail: 0 }])).toEqual([])
      await session.commit([closingEntry(runId, 3, now)])
      expect(await under.store.sendMessages([message])).toEqual([{ type: 'not-open' }])
    })

    it('that a closed run hasn’t consumed goes with it, but for signals', async () => {
      const session = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, session)
      const { runId } = run
      await under.store.sendMessages([
        { runId, kind: 'signal', key: 'a', data: '{"name":"read","args":[]}' },
        { runId, kind: 'signal', data: '{"name":"left","args":[]}' },
        { runId, kind: 'activity-result', data: '{}' },
        { runId, kind: 'signal', key: 'b', data: '{"name":"left too","args":["\\u0000"]}' },
      ])
      await session.commit([firstEntry(run, now)])
      await session.commit([{ ...closingEntry(runId, 3, now), mailConsumed: 1 }])
      const left = await session.readMail([{ runId, afterMail: 0 }])
      expect(left.map(({ mail, kind }) => [mail, kind])).toEqual([
        [2, 'signal'],
        [4, 'signal'],
      ])
    })

    it('that was seen and left doesn’t hasten a held run that goes back, but newer mail does', async () => {
      const session = await openWorker(under.store)
      const now = await under.store.now()
      const start = startOf({ startAt: now + 1_000 })
      const { runId } = start
      await under.store.startRuns([start])
      const signal = { runId, kind: 'signal', data: '{"name":"s","args":[]}' } as const
      await under.store.sendMessages([signal])
      const claim = async () => (await session.claimRuns({ limit: 10, aheadMs: 5_000 })).runs
      expect(await claim()).toMatchObject([{ startAt: now + 1_000, mail: 1, mailConsumed: 0 }])
      const held = { type: 'release', wakeAt: now + 1_000, mailSeen: 1 } as const
      await session.commit([entryOf(runId, { seq: 0, disposition: held })])
      expect((await under.store.describeRuns([{ runId }]))[0]?.wakeAt).toBe(now + 1_000)
      expect(await claim()).toMatchObject([{ startAt: now + 1_000, mail: 1, mailConsumed: 0, seq: 0 }])
      await under.store.sendMessages([signal])
      await session.commit([entryOf(runId, { seq: 0, disposition: held })])
      expect((await under.store.describeRuns([{ runId }]))[0]?.wakeAt).toBeLessThan(now + 1_000)
      expect(await claim()).toMatchObject([{ startAt: now + 1_000, mail: 2, mailConsumed: 0 }])
    })

    it.each(['terminate', 'cancel'] as const)(
      'that ends a held run makes it due, and its start is still known (%s)',
      async (kind) => {
        const session = await openWorker(under.store)
        const start = startOf({ delayMs: 3_600_000 })
        await under.store.startRuns([start])
        const { runId } = start
        await under.store.sendMessages([{ runId, kind, data: '{"reason":"x"}' }])
        const [run] = (await session.claimRuns(claimAll)).runs
        expect(run).toMatchObject({ runId, mail: 1 })
        expect((run?.startAt ?? 0) - (run?.createdAt ?? 0)).toBe(3_600_000)
      },
    )

    it('may come with the start of a run', async () => {
      const session = await openWorker(under.store)
      const firstMessage = { kind: 'signal', key: 'k', data: '{"name":"s","args":["\\u0000"]}' } as const
      const start = startOf({ firstMessage })
      expect(await under.store.startRuns([start, startOf()])).toMatchObject([{ type: 'started' }, { type: 'started' }])
      const { runId } = start
      expect(await under.store.sendMessages([{ runId, ...firstMessage }])).toEqual([{ type: 'duplicate' }])
      const runs = (await session.claimRuns(claimAll)).runs
      expect(runs.find((run) => run.runId === runId)?.mail).toBe(1)
      expect(await session.readMail([{ runId, afterMail: 0 }])).toEqual([
        { runId, mail: 1, kind: 'signal', receivedAt: expect.any(Number), data: firstMessage.data },
      ])
      const again = startOf({ workflowId: start.workflowId, firstMessage })
      expect(await under.store.startRuns([again])).toMatchObject([{ type: 'conflict', runId }])
      expect(await under.store.describeRuns([{ runId: again.runId }])).toEqual([undefined])
    })

    it('of one key by many senders at once arrives once', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session)
      const other = await under.open()
      const message = { runId: run.runId, kind: 'activity-result', key: 'k', data: '{}' } as const
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? under.store : other).sendMessages([message])),
      )
      expect(outcomes.flat().filter(({ type }) => type === 'sent')).toEqual([{ type: 'sent', mail: 1 }])
      const { runs } = await session.claimRuns(claimAll)
      expect(runs).toMatchObject([{ mail: 1 }])
    })

    it('for a run that isn’t there is refused', async () => {
      const outcomes = await under.store.sendMessages([{ runId: newUuid(), kind: 'terminate', data: '{}' }])
      expect(outcomes).toEqual([{ type: 'not-open' }])
    })

    it('doesn’t hasten a blocked run, but a terminate does', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session, 0)
      await session.claimRuns(claimAll)
      const reason = { code: 'FOLIOT_ENGINE_ERROR', message: 'It broke.' } as const
      const retryAt = (await under.store.now()) + 60_000
      const block = { type: 'block', reason, retryAt, activitiesLost: false } as const
      await session.commit([entryOf(run.runId, { seq: 2, disposition: block })])
      await under.store.sendMessages([{ runId: run.runId, kind: 'activity-result', data: '{}' }])
      expect((await session.claimRuns(claimAll)).runs).toEqual([])
      await under.store.sendMessages([{ runId: run.runId, kind: 'terminate', data: '{}' }])
      expect((await session.claimRuns(claimAll)).runs).toMatchObject([{ runId: run.runId, mail: 2 }])
    })

    it('sent while runs are parked and claimed is all delivered, in order and without gaps', async () => {
      const session = await openWorker(under.store)
      const other = await under.open()
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }), async (bursts) => {
          const { run, now } = await startParked(under.store, session)
          const { runId } = run
          const total = bursts.reduce((sum, burst) => sum + burst, 0)
          let sent = 0
          const sending = (async () => {
            for (const burst of bursts) {
              const messages = Array.from({ length: burst }, () => ({
                ...{ runId, kind: 'activity-result' as const },
                data: `{"n":${(sent += 1)}}`,
              }))
              await other.sendMessages(messages)
            }
          })()
          const seen: unknown[] = []
          let seq = 2
          while (seen.length < total) {
            const [claimed] = (await session.claimRuns(claimAll)).runs
            if (claimed === undefined) continue
            let consumed = claimed.mailConsumed
            for (let newest = claimed.mail; newest > consumed;) {
              const mail = await session.readMail([{ runId, afterMail: consumed }])
              seen.push(...mail.map(({ data }) => (JSON.parse(data) as { n: number }).n))
              consumed = mail[mail.length - 1]?.mail ?? consumed
              const turn = turnOf(runId, [eventOf((seq += 1), 'ActivityCompleted', now)], { mailConsumed: consumed })
              const park = { type: 'park', wakeAt: null } as const
              const reply = await session.commit([
                entryOf(runId, { turn, seq, mailConsumed: consumed, disposition: park }),
              ])
              newest = reply.newMail[0]?.mail ?? 0
            }
          }
          await sending
          expect(seen).toEqual(Array.from({ length: total }, (_, i) => i + 1))
        }),
        { numRuns: 12 },
      )
    })
  })
