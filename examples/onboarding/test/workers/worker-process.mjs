// A worker as a process of its own, for tests that kill it. Its activities leave a line for each attempt.
import { appendFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { activityInfo } from '@foliot/core/activity'
import { Worker } from '@foliot/core/worker'

const [database, bundle, log] = process.argv.slice(2)

const step = async (name) => {
  const { runId, activityId, attempt } = activityInfo()
  await setTimeout(5)
  appendFileSync(log, `${JSON.stringify({ runId, activityId, attempt, name, at: Date.now() })}\n`)
  return name
}

const worker = await Worker.create({ database, bundle, activities: { step } })
process.stdout.write('ready\n')
await worker.run()
