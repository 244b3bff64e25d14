// Records a history of each example for packages/core/test/histories, where it is kept for ever: every later version must
// replay it. `node scripts/record-histories.mjs` writes those that aren't there yet, and never touches one that is.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { runMain } from './run-main.mjs'
import { setUp } from './setup.mjs'
import { root } from './workspace.mjs'

const folder = join(root, 'packages/core/test/histories')

/** Mocks that answer as told, or with nothing. */
const mocks = (namespace, functions) => ({ namespace, functions })

const scenarios = {
  'approval-with-deadline': {
    activities: mocks('requests', { ask: () => undefined, tell: () => undefined }),
    live: async (env) => {
      const request = { requestId: 'r-1', approvers: ['ada', 'bob'] }
      const run = await env.client.start('approval', { workflowId: 'r-1', args: [request] })
      await env.sleep('1 hour')
      await run.update('decide', { args: [{ approved: true, by: 'eve' }] }).catch(() => undefined)
      await run.update('decide', { args: [{ approved: true, by: 'ada' }] })
      return [run]
    },
  },
  'cancellable-timer-sla': {
    activities: (env) =>
      mocks('warehouse', {
        pack: ({ item }) => env().sleep({ hours: item === 'lamp' ? 9 : 3 }),
        escalate: () => undefined,
      }),
    live: async (env) => {
      const order = { orderId: 'o-1', items: ['book', 'lamp'], slaHours: 4 }
      return Promise.all(
        ['start', 'await'].map((anchor) =>
          env.client.start('fulfilment', { workflowId: anchor, args: [{ ...order, anchor }] }),
        ),
      )
    },
  },
  'duration-aware': {
    activities: (env) =>
      mocks('report', {
        build: () =>
          env()
            .sleep('3 hours')
            .then(() => ({ pages: 12 })),
      }),
    live: async (env) => [await env.client.start('timed-report', { workflowId: 'r-1', args: ['2026-02'] })],
  },
  onboarding: {
    activities: mocks('email', { sendWelcome: () => undefined, sendFollowup: () => ({ status: 'nudged' }) }),
    live: async (env) => [await env.client.start('onboarding', { workflowId: 'u-1', args: [42] })],
  },
  'order-with-children': {
    activities: (env) =>
      mocks('shop', {
        charge: () => undefined,
        refund: () => undefined,
        takeBack: () => undefined,
        handOver: async ({ parcelId, item }) => {
          if (item === 'lamp') throw new Error('No lamp is left.')
          await env().sleep('30 hours')
          return { tracking: parcelId }
        },
      }),
    live: async (env) => {
      const order = { orderId: 'o-1', items: ['book', 'lamp'], amount: 90 }
      const run = await env.client.start('order', { workflowId: 'o-1', args: [order] })
      await run.result().catch(() => undefined)
      await env.sleep('1 minute')
      return [run, env.client.run({ workflowId: 'o-1/1' }), env.client.run({ workflowId: 'o-1/2' })]
    },
  },
  reminder: {
    activities: mocks('mail', { remind: () => undefined }),
    live: async (env) => {
      const appointment = { to: 'ada', what: 'the dentist', at: new Date('2026-03-05T09:00:00Z') }
      return [await env.client.start('reminder', { workflowId: 'a-1', args: [appointment] })]
    },
  },
  saga: {
    activities: mocks('travel', {
      bookFlight: () => ({ reference: 'F1' }),
      cancelFlight: () => undefined,
      bookHotel: () => ({ reference: 'H1' }),
      cancelHotel: () => undefined,
      pay: () => {
        throw new Error('The card was declined.')
      },
    }),
    live: async (env) => [await env.client.start('trip', { workflowId: 't-1', args: [{ to: 'Oslo', amount: 900 }] })],
  },
  subscription: {
    activities: mocks('billing', { charge: () => undefined, sayGoodbye: () => undefined }),
    live: async (env) => {
      const account = { customerId: 'c-1', amount: 10, paid: 0 }
      const run = await env.client.start('subscription', { workflowId: 'c-1', args: [account] })
      await env.sleep({ days: 45 })
      await run.update('changePlan', { args: [15] })
      await env.sleep({ days: 30 * 12 })
      const last = env.client.run({ workflowId: 'c-1' })
      await last.signal('end')
      return [run, last]
    },
  },
}

/** Stacks name files of the machine that recorded them, and decide nothing. */
const withoutStacks = (data) => JSON.parse(JSON.stringify(data, (key, value) => (key === 'stack' ? undefined : value)))

const record = async (example, { activities, live }) => {
  const { mockActivities, TestEnvironment } = await import(join(root, 'packages/testing/dist/public/index.js'))
  const { namespace, functions } = typeof activities === 'function' ? activities(() => env) : activities
  const workflows = join(root, 'examples', example, 'src/workflows')
  const env = await TestEnvironment.create({ workflows, activities: [mockActivities(namespace, functions).functions] })
  try {
    const runs = await live(env)
    for (const run of runs) await run.result({ followRuns: false }).catch(() => undefined)
    return await Promise.all(
      runs.map(async (run) => {
        const { runId, workflowType } = await run.describe()
        const events = await run.history()
        const history = events.map((event) => ({
          ...event,
          recordedAt: event.recordedAt.getTime(),
          data: withoutStacks(event.data),
        }))
        return { example, workflowType, runId, history }
      }),
    )
  } finally {
    await env.close()
  }
}

await runMain(import.meta, async () => {
  await setUp()
  await build()
  mkdirSync(folder, { recursive: true })
  for (const [example, scenario] of Object.entries(scenarios)) {
    const fileOf = (index) => join(folder, `${example}-${index + 1}.json`)
    if (existsSync(fileOf(0))) continue
    const recorded = await record(example, scenario)
    recorded.forEach((each, index) => writeFileSync(fileOf(index), `${JSON.stringify(each, null, 1)}\n`))
    console.log(`${example}: ${recorded.map(({ history }) => `${history.length} events`).join(', ')}`)
  }
  return 0
})
