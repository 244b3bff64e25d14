// The process of one contender: does what the parent asks, measures only what can't be seen from outside.
import { setTimeout as sleep } from 'node:timers/promises'
import { contenderEntries } from '../contenders/contender-registry.js'
import type { Contender, WorkflowInput } from '../contenders/contender.js'
import { nowMs } from '../measure/clock.js'
import type {
  HostMethod,
  HostMethods,
  HostReply,
  HostRequest,
  LiveLoad,
  LiveResult,
  RunBatch,
  StepEffect,
} from './host-protocol.js'

const [name = '', databaseUrl = ''] = process.argv.slice(2)
const entry = contenderEntries.find((candidate) => candidate.name === name)
if (entry === undefined) throw new Error(`There is no contender "${name}".`)

let effects: StepEffect[] = []
const onStep = (key: number): number => {
  effects.push({ key, at: nowMs() })
  return key
}

const inputOf = (batch: RunBatch, key: number): WorkflowInput => ({
  key,
  ...(batch.sleepMs === undefined ? {} : { sleepMs: batch.sleepMs }),
  ...(batch.wakeAt === undefined ? {} : { wakeAt: batch.wakeAt }),
})

const startRuns = async (contender: Contender, batch: RunBatch): Promise<readonly string[]> => {
  const inputs = Array.from({ length: batch.count }, (_, key) => inputOf(batch, key))
  if (batch.everyMs === undefined) return contender.startRuns(batch.workflow, inputs)
  const begin = nowMs()
  const started: Promise<readonly string[]>[] = []
  for (const input of inputs) {
    const wait = begin + input.key * batch.everyMs - nowMs()
    if (wait > 0) await sleep(wait)
    started.push(contender.startRuns(batch.workflow, [input]))
  }
  return (await Promise.all(started)).flat()
}

const callRuns = async (contender: Contender, load: LiveLoad): Promise<LiveResult> => {
  const latencies: number[] = []
  const begin = nowMs()
  let calls = 0
  const caller = async (): Promise<void> => {
    while (nowMs() - begin < load.durationMs && calls < (load.maximumCalls ?? Infinity)) {
      const key = calls
      calls += 1
      const called = nowMs()
      await contender.call(load.workflow, { key })
      latencies.push(nowMs() - called)
    }
  }
  await Promise.all(Array.from({ length: load.callers }, caller))
  return { calls: latencies.length, elapsedMs: nowMs() - begin, latencies }
}

const contender = await (await entry.load())({ databaseUrl, hooks: { onStep } })

const sandboxOnly = <Value>(answer: Promise<Value> | undefined): Promise<Value> =>
  answer ?? Promise.reject(new Error(`${name} has no sandbox to look at.`))

const methods: { [Method in HostMethod]: (parameter: HostMethods[Method][0]) => Promise<HostMethods[Method][1]> } = {
  setUp: async () => {
    await contender.setUp()
    return contender.description
  },
  startWorker: async () => {
    await contender.startWorker()
    return undefined
  },
  stopWorker: async () => {
    await contender.stopWorker()
    return undefined
  },
  startRuns: (batch) => startRuns(contender, batch),
  callRuns: (load) => callRuns(contender, load),
  takeEffects: () => {
    const taken = effects
    effects = []
    return Promise.resolve(taken)
  },
  recordRuns: ({ runs, steps }) => sandboxOnly(contender.recordRuns?.(runs, steps)),
  replay: (histories) => sandboxOnly(contender.sandbox?.replay(histories)),
  bytesPerCachedRun: (count) => sandboxOnly(contender.sandbox?.bytesPerCachedRun(count)),
  tearDown: async () => {
    await contender.tearDown()
    return undefined
  },
}

const answer = async (request: HostRequest): Promise<HostReply> => {
  try {
    const method = methods[request.method] as (parameter: unknown) => Promise<unknown>
    return { id: request.id, ok: true, answer: await method(request.parameter) }
  } catch (error) {
    return { id: request.id, ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', (request: HostRequest) => {
  void answer(request).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
