import { TestEnvironment } from '@foliot/testing'
import { expect, test } from 'vitest'
import { MailActivities } from '../src/activities/mail.js'
import { Reminder } from '../src/workflows/reminder.js'

const workflows = new URL('../src/workflows', import.meta.url)

/** A mail server whose first answer to each mail is lost, so that each is sent twice. */
const forgetfulOutbox = (now: () => Date) => {
  const sent = new Map<string, string>()
  let calls = 0
  return {
    sent: (): readonly string[] => [...sent.values()],
    send: async (key: string, to: string, text: string): Promise<void> => {
      const isFirst = !sent.has(key)
      if (isFirst) sent.set(key, `${now().toISOString().slice(0, 16)} ${to} ${text}`)
      calls += 1
      if (isFirst) throw new Error('The connection was lost before the answer came.')
    },
    calls: () => calls,
  }
}

test('reminds a day before, at the time, and an hour later, each once though each is sent twice', async () => {
  const outbox = forgetfulOutbox(() => env.now())
  const env: TestEnvironment = await TestEnvironment.create({ workflows, activities: [new MailActivities(outbox)] })
  await using _ = env
  const appointment = { to: 'ada', what: 'the dentist', at: new Date('2026-03-05T09:00:00Z') }
  await (await env.client.start(Reminder, { workflowId: 'a-1', args: [appointment] })).result()
  expect(outbox.sent()).toEqual([
    '2026-03-04T09:00 ada Tomorrow: the dentist',
    '2026-03-05T09:00 ada Now: the dentist',
    expect.stringMatching(/^2026-03-05T10:00 ada How was the dentist\?$/),
  ])
  expect(outbox.calls()).toBe(6)
})

test('who books within the day is reminded at once', async () => {
  const outbox = forgetfulOutbox(() => env.now())
  const env: TestEnvironment = await TestEnvironment.create({ workflows, activities: [new MailActivities(outbox)] })
  await using _ = env
  const at = new Date(env.now().getTime() + 3_600_000)
  await (await env.client.start(Reminder, { workflowId: 'a-1', args: [{ to: 'bob', what: 'lunch', at }] })).result()
  expect(outbox.sent()[0]).toBe('2026-01-01T00:00 bob Tomorrow: lunch')
})
