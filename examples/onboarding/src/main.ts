// `npm start`: one onboarding, live in the terminal. Stop it at any time and start it again: it goes on.
import { bundleWorkflows } from '@foliot/compiler-plugin'
import { Client } from '@foliot/core/client'
import { Worker } from '@foliot/core/worker'
import { EmailActivities } from './activities/email.js'
import { type Countdown, startCountdown } from './countdown.js'
import { FileMailer, readSentMails } from './mailer.js'
import { databaseFolder, outboxFile, workflowsFolder } from './place.js'
import { Onboarding } from './workflows/onboarding.js'

const userId = 42
const dripSeconds = Number(process.env['FOLIOT_DEMO_DRIP_SECONDS'] ?? 30)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const clockTime = (date: Date): string => date.toTimeString().slice(0, 8)

const { bundle } = await bundleWorkflows({ workflowsPath: workflowsFolder })
const mailer = new FileMailer(outboxFile, (mail) => say(`  ✉ ${mail.template} mail sent to user ${mail.userId}`))
const worker = await Worker.create({ database: databaseFolder, bundle, activities: [new EmailActivities(mailer)] })
const client = await Client.connect({ database: databaseFolder })

let countdown: Countdown | undefined
let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  countdown?.stop()
  await client.close()
  await worker.shutdown()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('\nStopped. The run is in the database, and so is its timer: `npm start` goes on with it.')
    void stop().then(() => process.exit(0))
  })
}

say(`Foliot onboarding: a welcome mail, a pause of ${dripSeconds} seconds, a follow-up.`)
say(`The embedded database is in ${databaseFolder}\n`)

const run = await client.start(Onboarding, {
  workflowId: `user-${userId}`,
  args: [userId, { dripSeconds }],
  conflict: 'use-existing',
})
const { status, createdAt } = await run.describe()
const sentBefore = (await readSentMails(outboxFile)).filter((mail) => mail.key.startsWith(run.runId))
if (sentBefore.length === 0) say(`Run ${run.runId} (${status}), started at ${clockTime(createdAt)}`)
else {
  say(`Run ${run.runId} goes on, started at ${clockTime(createdAt)}. Sent before, and not again:`)
  for (const mail of sentBefore) say(`  ✉ ${mail.template} mail, at ${clockTime(new Date(mail.sentAt))}`)
}

try {
  for await (const event of run.watch()) {
    countdown?.stop()
    if (event.type === 'run:sleeping' && event.wakeAt.getTime() > Date.now()) {
      say(`  the run sleeps until ${clockTime(event.wakeAt)}; press Ctrl-C and start again, if you like`)
      countdown = startCountdown('follow-up', event.wakeAt)
    } else if (event.type === 'run:woken') say(`  woken at ${clockTime(event.at)}`)
    else if (event.type === 'blocked') say(`  blocked: ${event.reason.message}`)
  }
  say(`\nCompleted: the run returned ${JSON.stringify(await run.result())}. \`npm start\` begins another one.`)
} catch (error) {
  if (!stopping) throw error
}
await stop()
