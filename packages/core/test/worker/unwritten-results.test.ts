import { expect, test } from 'vitest'
import type { RunAnswer, RunTask } from '../../src/engine/run-task.js'
import { Run, Workflow, activities } from '../../src/public/workflow.js'
import { InProcessHost } from './in-process-host.js'
import { inProcess } from './in-process-worker.js'

interface Acts {
  echo(value: string): Promise<string>
}

const act = activities<Acts>()

@Workflow('unwritten-pair')
class Pair {
  @Run() run() {
    return Promise.all([act.echo('0'), act.echo('1')])
  }
}

test('a run isn’t let go while only this process knows how one of its activities ended', async () => {
  let finishSecond: () => void = () => {}
  class SlowHost extends InProcessHost {
    override async execute(tasks: readonly RunTask[]): Promise<readonly RunAnswer[]> {
      const answers = await super.execute(tasks)
      // The result of the second activity comes while the turn with the first one's is under way.
      if (tasks.some(({ inputs }) => inputs.some(({ type }) => type === 'activity-result'))) finishSecond()
      await new Promise((resolve) => setTimeout(resolve, 20))
      return answers
    }
  }
  const echo = async (value: unknown): Promise<unknown> => {
    if (value === '1') await new Promise<void>((resolve) => (finishSecond = resolve))
    return value
  }
  await using world = await inProcess(['unwritten-pair'], { echo })
  const sent: string[] = []
  const send = world.store.sendMessages.bind(world.store)
  world.store.sendMessages = async (messages) => {
    sent.push(...messages.map(({ kind }) => kind))
    return send(messages)
  }
  await world.startWorker({ sandbox: new SlowHost() })
  const run = await world.client.start(Pair, { workflowId: 'pair' })
  expect(await run.result()).toEqual(['0', '1'])
  expect(sent).toEqual([])
})
