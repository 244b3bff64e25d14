// A worker as a process of its own, for tests that kill, stop and mislead it. Its activities leave a line for each attempt.
import { appendFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { activityInfo } from '@foliot/core/activity'
import { Worker } from '@foliot/core/worker'

const [database, bundle, log, lease] = process.argv.slice(2)

/** With the name `hang`, the first attempt never ends. */
const step = async (name) => {
  const { runId, activityId, attempt } = activityInfo()
  // By a clock that no test sets wrong.
  const at = performance.timeOrigin + performance.now()
  appendFileSync(log, `${JSON.stringify({ runId, activityId, attempt, name, at, processId: process.pid })}\n`)
  await (name === 'hang' && attempt === 1 ? setTimeout(3_600_000) : setTimeout(5))
  return name
}

const worker = await Worker.create({ database, bundle, activities: { step }, lease })
process.send?.('ready')
await worker.run()
