// `npm run demo:crash`: starts the onboarding, kills its process with SIGKILL in the middle of the pause, starts it
// again, and checks from the outbox and the history that nothing was lost and nothing sent twice. Exits 0 or 1.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dripSeconds = 5
const folder = await mkdtemp(join(tmpdir(), 'foliot-crash-'))
process.env['FOLIOT_DEMO_FOLDER'] = folder
process.env['FOLIOT_DEMO_DRIP_SECONDS'] = String(dripSeconds)
const { Client } = await import('@foliot/core/client')
const { readSentMails } = await import('./mailer.js')
const { databaseFolder, outboxFile } = await import('./place.js')

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const main = fileURLToPath(new URL('./main.js', import.meta.url))

interface Demo {
  readonly child: ChildProcess
  readonly exit: Promise<number | null>
  /** Resolves when a line of its output contains the text. */
  saw(text: string): Promise<void>
}

const startDemo = (): Demo => {
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const waiters: { readonly text: string; readonly resolve: () => void }[] = []
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    process.stdout.write(chunk.replaceAll(/^(?=.)/gm, '    | '))
    for (const { text, resolve } of waiters) if (output.includes(text)) resolve()
  })
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const saw = (text: string): Promise<void> =>
    Promise.race([
      new Promise<void>((resolve) => {
        waiters.push({ text, resolve })
        if (output.includes(text)) resolve()
      }),
      exit.then((code) => Promise.reject(new Error(`The demo ended with ${code} before it said “${text}”.`))),
    ])
  return { child, exit, saw }
}

const checks: { readonly law: string; readonly holds: boolean; readonly evidence: string }[] = []
const check = (law: string, holds: boolean, evidence: string): void => void checks.push({ law, holds, evidence })

try {
  say('1. The onboarding starts.')
  const first = startDemo()
  await first.saw('the run sleeps until')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  first.child.kill('SIGKILL')
  await first.exit
  say(`2. Process ${first.child.pid} was killed with SIGKILL in the middle of the pause.\n3. It starts again.`)
  const second = startDemo()
  const code = await second.exit
  check('the second process ends well', code === 0, `exit code ${code}`)

  const mails = await readSentMails(outboxFile)
  const welcomes = mails.filter((mail) => mail.template === 'welcome')
  const followups = mails.filter((mail) => mail.template === 'follow-up')
  const senders = (sent: typeof mails): string =>
    sent.map((mail) => `process ${mail.processId} at ${mail.sentAt}`).join(', ')
  check(
    'the welcome is sent once, before the crash',
    welcomes.length === 1 && welcomes[0]?.processId === first.child.pid,
    senders(welcomes),
  )
  check(
    'the follow-up is sent once, after it',
    followups.length === 1 && followups[0]?.processId === second.child.pid,
    senders(followups),
  )

  const client = await Client.connect({ database: databaseFolder })
  const events = await client.run({ workflowId: 'user-42' }).history()
  await client.close()
  const timerStarted = events.find((event) => event.type === 'TimerStarted')
  const timerFired = events.find((event) => event.type === 'TimerFired')
  const fireAt = new Date((timerStarted?.data as { fireAt: string }).fireAt)
  check(
    'one timer is started and fires once',
    events.filter((event) => event.type.startsWith('Timer')).length === 2,
    'TimerStarted, TimerFired',
  )
  check(
    'it fires at its original time, or as soon as a process is there',
    timerFired !== undefined && timerFired.recordedAt >= fireAt,
    `due ${fireAt.toISOString()}, fired ${timerFired?.recordedAt.toISOString()}`,
  )
  say('\nThe history:')
  for (const event of events)
    say(`  ${String(event.seq).padStart(2)}  ${event.recordedAt.toISOString()}  ${event.type}`)
} catch (error) {
  check('the demo runs to its end', false, String(error))
} finally {
  await rm(folder, { recursive: true, force: true })
}

say('')
for (const { law, holds, evidence } of checks) say(`${holds ? '✓' : '✗'} ${law} — ${evidence}`)
process.exitCode = checks.every(({ holds }) => holds) ? 0 : 1
