// The whole run: the limit, then case by case and round by round, one contender after the other.
import pg from 'pg'
import type { BenchCase } from './cases/bench-case.js'
import type { ContenderEntry } from './contenders/contender-registry.js'
import { nowMs } from './measure/clock.js'
import type { BenchPlan } from './options/bench-plan.js'
import { MachineProbe } from './raw/machine-probe.js'
import { measureRawLimit } from './raw/raw-limit.js'
import { describeMachine } from './report/machine.js'
import type { BenchRecord, Measurement } from './report/measurement.js'
import { printHeader, printRawLimit } from './report/print-report.js'
import { runCase } from './run-case.js'
import { Observer } from './server/observer.js'
import { PostgresServer } from './server/postgres-server.js'
import { serverSettings } from './server/server-settings.js'

export interface RunBenchOptions {
  readonly plan: BenchPlan
  readonly cases: readonly BenchCase[]
  readonly contenders: readonly ContenderEntry[]
  readonly verbose: boolean
}

const showProgress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

const describeOutcome = (measurement: Measurement): string =>
  measurement.ok
    ? Object.entries(measurement.metrics)
        .map(([name, value]) => `${name} ${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}`)
        .join(', ')
    : `failed: ${measurement.error.split('\n')[0]}`

export const runBench = async ({ plan, cases, contenders, verbose }: RunBenchOptions): Promise<BenchRecord> => {
  const startedAt = new Date().toISOString()
  const begin = nowMs()
  const machine = describeMachine()
  let server: PostgresServer | undefined = undefined
  const stopOnSignal = (): void => {
    void (server?.stop() ?? Promise.resolve()).finally(() => process.exit(130))
  }
  process.on('SIGINT', stopOnSignal).on('SIGTERM', stopOnSignal)
  server = await PostgresServer.start()
  try {
    const observer = await Observer.connect(server)
    const serverRecord = { version: await observer.serverVersion(), settings: serverSettings }
    printHeader({ machine, plan, server: serverRecord })

    const rawClient = new pg.Client({ connectionString: await observer.createDatabase('bench_raw') })
    rawClient.on('error', () => undefined)
    await rawClient.connect()
    const rawLimit = await measureRawLimit(rawClient, plan)
    printRawLimit(rawLimit)
    const probe = new MachineProbe(rawClient, plan.probeMs)
    await probe.prepare()

    const measurements: Measurement[] = []
    const descriptions: Record<string, BenchRecord['contenders'][string]> = {}
    const skipped: string[] = []
    const present: ContenderEntry[] = []
    for (const entry of contenders) {
      try {
        await entry.prepare?.()
        present.push(entry)
      } catch (error) {
        skipped.push(`${entry.title}. ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    const measure = async (benchCase: BenchCase, entry: ContenderEntry, round: number): Promise<void> => {
      const label = `${benchCase.name} · ${entry.title}${round > 0 ? ` · round ${round + 1}` : ''}`
      showProgress(`${label} …`)
      const measurement = await runCase({
        benchCase,
        entry,
        round,
        plan,
        observer,
        ...(benchCase.concurrent === true ? {} : { probe }),
        verbose,
        onDescription: (name, { version, settings }) => {
          descriptions[name] = { version, settings }
        },
      })
      measurements.push(measurement)
      showProgress('')
      console.error(`${label}: ${describeOutcome(measurement)} (${(measurement.tookMs / 1000).toFixed(1)} s)`)
      if (!measurement.ok && verbose) console.error(measurement.error)
    }

    for (const benchCase of cases) {
      const takers = present.filter(({ name }) => benchCase.contenders?.includes(name) ?? true)
      const rounds = Math.max(0, ...takers.map((entry) => benchCase.rounds(plan, entry)))
      for (let round = 0; round < rounds; round += 1) {
        // When time is short, Foliot's own first round is what remains.
        const isLate = nowMs() - begin > plan.budgetMs
        const wanted = takers.filter((entry) => round < benchCase.rounds(plan, entry))
        const inRound = wanted.filter((entry) => !isLate || (round === 0 && entry.ours))
        if (inRound.length < wanted.length) {
          const left = wanted.filter((entry) => !inRound.includes(entry)).map(({ title }) => title)
          skipped.push(`${benchCase.name}, round ${round + 1}, of ${left.join(', ')}, for lack of time`)
        }
        if (benchCase.concurrent === true) await Promise.all(inRound.map((entry) => measure(benchCase, entry, round)))
        else for (const entry of inRound) await measure(benchCase, entry, round)
      }
    }
    await rawClient.end()
    await observer.close()
    return {
      startedAt,
      tookMs: nowMs() - begin,
      machine,
      plan,
      server: serverRecord,
      contenders: descriptions,
      rawLimit,
      measurements,
      skipped,
    }
  } finally {
    process.off('SIGINT', stopOnSignal).off('SIGTERM', stopOnSignal)
    await server.stop()
  }
}
