import { mockActivities, TestEnvironment } from '@foliot/testing'
import { expect, test } from 'vitest'
import type { EmailActivities } from '../src/activities/email.js'
import { Onboarding } from '../src/workflows/onboarding.js'

const workflows = new URL('../src/workflows', import.meta.url)

test('the follow-up comes thirty seconds after the welcome', async () => {
  const sent: { readonly mail: string; readonly at: string }[] = []
  const email = mockActivities<EmailActivities>('email', {
    sendWelcome: () => void sent.push({ mail: 'welcome', at: env.now().toISOString() }),
    sendFollowup: () => {
      sent.push({ mail: 'follow-up', at: env.now().toISOString() })
      return { status: 'nudged' }
    },
  })
  await using env = await TestEnvironment.create({ workflows, activities: [email.functions] })
  const run = await env.client.start(Onboarding, { workflowId: 'user-42', args: [42] })
  await env.sleep('10 seconds')
  expect(await run.query('stage')).toBe('dripping')
  expect(await run.result()).toBe('nudged')
  expect(await run.query('stage')).toBe('done')
  expect(sent).toEqual([
    { mail: 'welcome', at: '2026-01-01T00:00:00.000Z' },
    { mail: 'follow-up', at: '2026-01-01T00:00:30.000Z' },
  ])
  expect(email.calls('sendWelcome')).toEqual([{ args: [{ userId: 42 }] }])
})

test('a mail that fails is sent again, and the drip is not begun before', async () => {
  let attempts = 0
  const email = mockActivities<EmailActivities>('email', {
    sendWelcome: () => {
      attempts += 1
      if (attempts < 3) throw new Error('the mail server is away')
    },
    sendFollowup: () => ({ status: `after ${attempts} attempts` }),
  })
  await using env = await TestEnvironment.create({ workflows, activities: [email.functions] })
  const run = await env.client.start(Onboarding, { workflowId: 'user-42', args: [42] })
  expect(await run.result()).toBe('after 3 attempts')
})
