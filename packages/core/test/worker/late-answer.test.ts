// A worker that hears late of the commit that let a run go: by then it may have claimed the run again itself.
import { expect, test } from 'vitest'
import { receiveSignal, Run, Workflow } from '../../src/public/workflow.js'
import { CommitUnknownError } from '../../src/store/commit-unknown-error.js'
import type { CommitEntry, CommitReply } from '../../src/store/worker-session.js'
import { storeWithBoundaries } from './at-boundaries.js'
import { inProcess } from './in-process-worker.js'

@Workflow('late-listener')
class Listener {
  @Run() async run(count: number): Promise<readonly string[]> {
    const heard: string[] = []
    while (heard.length < count) heard.push((await receiveSignal<string>('say')).payload)
    return heard
  }
}

void Listener

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test.each<[string, (reply: CommitReply) => CommitReply]>([
  ['comes late', (reply) => reply],
  [
    'is lost, and looked for',
    () => {
      throw new CommitUnknownError(new Error('The connection broke.'))
    },
  ],
])('a run whose parking was committed and whose answer %s is not lost to a claim in between', async (_, answer) => {
  await using setup = await inProcess(['late-listener'])
  const words = ['a', 'b', 'c', 'd']
  const left = [...words]
  const say = (parked: readonly CommitEntry[]) =>
    Promise.all(
      parked.map(({ runId }) => {
        const word = left.shift()
        return word === undefined ? undefined : setup.client.run({ runId }).signal('say', { args: [word] })
      }),
    )
  await setup.startWorker({
    store: storeWithBoundaries(setup.store, async (parked, commit) => {
      // Every other word comes before the commit, which then doesn't let the run go.
      if (left.length % 2 === 1) await say(parked)
      const reply = await commit()
      if (parked.length === 0 || reply.newMail.length > 0) return reply
      await say(parked)
      // Long enough for the claim.
      await pause(30)
      return answer(reply)
    }),
  })
  const run = await setup.client.start<readonly string[]>('late-listener', { workflowId: 'l', args: [words.length] })
  expect(await run.result({ timeout: '10 seconds' })).toEqual(words)
  const history = await run.history()
  expect(history.map(({ seq }) => seq)).toEqual(history.map((_event, index) => index + 1))
})
