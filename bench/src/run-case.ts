// Runs one case for one contender: a process and a fresh database, a time limit, and nothing left behind.
import type { BenchCase, CaseContext, CaseSession } from './cases/bench-case.js'
import type { ContenderEntry } from './contenders/contender-registry.js'
import type { ContenderDescription } from './contenders/contender.js'
import { ContenderHost } from './host/contender-host.js'
import { nowMs } from './measure/clock.js'
import type { BenchPlan } from './options/bench-plan.js'
import type { MachineProbe } from './raw/machine-probe.js'
import type { Measurement } from './report/measurement.js'
import type { Observer } from './server/observer.js'

export interface RunCaseOptions {
  readonly benchCase: BenchCase
  readonly entry: ContenderEntry
  readonly round: number
  readonly plan: BenchPlan
  readonly observer: Observer
  /** Absent for concurrent cases. */
  readonly probe?: MachineProbe
  readonly verbose: boolean
  readonly onDescription: (contender: string, description: ContenderDescription) => void
}

let databases = 0

const withinTime = async <Value>(work: Promise<Value>, limitMs: number): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${limitMs} ms.`)), limitMs)
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}

export const runCase = async (options: RunCaseOptions): Promise<Measurement> => {
  const { benchCase, entry, observer, plan } = options
  const hosts: ContenderHost[] = []
  const names: string[] = []
  const open: CaseContext['open'] = async ({ trackStatements = false } = {}): Promise<CaseSession> => {
    databases += 1
    const database = `bench_${entry.name}_${databases}`
    const databaseUrl = await observer.createDatabase(database)
    names.push(database)
    if (trackStatements) await observer.trackStatements(database)
    const host = await ContenderHost.start({ contender: entry.name, databaseUrl, verbose: options.verbose })
    hosts.push(host)
    const description = await host.call('setUp')
    options.onDescription(entry.name, description)
    return {
      host,
      database,
      description,
      async end() {
        await host.call('tearDown')
        await host.end()
      },
    }
  }

  const probe = await options.probe?.transactionsPerSecond()
  const begin = nowMs()
  const origin = () => ({
    case: benchCase.name,
    contender: entry.name,
    round: options.round,
    ...(probe === undefined ? {} : { probe }),
    tookMs: Math.round(nowMs() - begin),
  })
  try {
    const result = await withinTime(
      benchCase.measure({ entry, plan, observer, open }),
      plan.measurementTimeoutMs + plan.idleMs,
    )
    return { ok: true, ...result, ...origin() }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error), ...origin() }
  } finally {
    await Promise.all(hosts.map((host) => host.end()))
    for (const name of names) await observer.dropDatabase(name)
  }
}
