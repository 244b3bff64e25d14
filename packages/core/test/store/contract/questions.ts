// Queries: asked by anybody, answered by the run's owner, or by any worker of its queue if it has none.
import { describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/base/new-uuid.js'
import type { Question } from '../../../src/store/question.js'
import { closingEntry, firstEntry, idleTick, openWorker, startClaimed, startOf, startParked } from './fixtures.js'
import type { StoreUnderTest } from './store-harness.js'

const questionTo = (runId: string, changes: Partial<Question> = {}): Question => ({
  queryId: newUuid(),
  runId,
  name: 'stage',
  args: '[{"deep":"\\u0000"}]',
  timeoutMs: 10_000,
  ...changes,
})

export const describeQuestions = (under: StoreUnderTest): unknown =>
  describe('questions', () => {
    it('to an owned run go to its owner, whose first answer stands', async () => {
      const owner = await openWorker(under.store)
      const other = await openWorker(under.store)
      const { run, now } = await startClaimed(under.store, owner)
      await owner.commit([firstEntry(run, now)])
      const question = questionTo(run.runId)
      const { queryId } = question
      expect(await under.store.ask(question)).toBe('asked')
      expect(await other.takeQuestions(10)).toEqual([])
      const [taken] = await owner.takeQuestions(10)
      expect(taken).toEqual({ queryId, runId: run.runId, name: 'stage', args: question.args, bundle: run.bundle })
      expect(await under.store.readAnswers([queryId])).toEqual(new Map())
      await owner.answerQuestions([{ queryId, answer: '{"result":"\\u0000"}' }])
      await owner.answerQuestions([{ queryId, answer: '{"result":2}' }])
      expect(await under.store.readAnswers([queryId, newUuid()])).toEqual(new Map([[queryId, '{"result":"\\u0000"}']]))
      expect(await owner.takeQuestions(10)).toEqual([])
      await under.store.dropQuestions([queryId])
      expect(await under.store.readAnswers([queryId])).toEqual(new Map())
    })

    it('to a run that nobody owns go to any worker of its queue, also when it is closed', async () => {
      const session = await openWorker(under.store)
      const parked = await startParked(under.store, session)
      const closed = await startClaimed(under.store, session)
      await session.commit([firstEntry(closed.run, closed.now)])
      await session.commit([closingEntry(closed.run.runId, 3, closed.now)])
      const elsewhere = await openWorker(under.store, { taskQueues: ['gpu'] })
      for (const { run } of [parked, closed]) {
        const question = questionTo(run.runId)
        await under.store.ask(question)
        expect(await elsewhere.takeQuestions(10)).toEqual([])
        const other = await openWorker(under.store)
        expect(await other.takeQuestions(10)).toMatchObject([{ queryId: question.queryId, bundle: run.bundle }])
        await other.answerQuestions([{ queryId: question.queryId, answer: '{}' }])
      }
    })

    it('touch no mail, and show in the next tick while they are open', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session)
      expect((await session.tick(idleTick)).hasQuestions).toBe(false)
      const question = questionTo(run.runId)
      await under.store.ask(question)
      const reply = await session.tick(idleTick)
      expect([reply.hasQuestions, reply.mail, reply.runs]).toEqual([true, [], []])
      await session.answerQuestions([{ queryId: question.queryId, answer: '{}' }])
      expect((await session.tick(idleTick)).hasQuestions).toBe(false)
    })

    it('expire with the patience of whoever asked', async () => {
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session)
      await under.store.ask(questionTo(run.runId, { timeoutMs: 100 }))
      await under.advance(200)
      expect((await session.tick(idleTick)).hasQuestions).toBe(false)
      expect(await session.takeQuestions(10)).toEqual([])
    })

    it('to a run that hasn’t begun carry no bundle; to one that isn’t there, none are left', async () => {
      const session = await openWorker(under.store)
      const start = startOf()
      await under.store.startRuns([start])
      await under.store.ask(questionTo(start.runId))
      expect(await session.takeQuestions(10)).toMatchObject([{ runId: start.runId }])
      expect((await session.takeQuestions(10))[0]).not.toHaveProperty('bundle')
      expect(await under.store.ask(questionTo(newUuid()))).toBe('no-run')
    })

    it('and their answers are told to other stores', async () => {
      const heard: string[] = []
      const other = await under.open()
      other.onHint((hint) => heard.push(hint.type === 'work' ? hint.of : hint.type))
      const session = await openWorker(under.store)
      const { run } = await startParked(under.store, session)
      const question = questionTo(run.runId)
      await under.store.ask(question)
      await under.eventually(async () => (heard.includes('questions') ? true : undefined))
      await session.answerQuestions([{ queryId: question.queryId, answer: '{}' }])
      await under.eventually(async () => (heard.includes('answers') ? true : undefined))
    })
  })
