// The report on the terminal: the limit, a table for each case, and the targets.
import type { BenchCase } from '../cases/bench-case.js'
import type { ContenderEntry } from '../contenders/contender-registry.js'
import { formatNumber, formatRatio, formatTable } from './format-table.js'
import type { BenchRecord } from './measurement.js'
import { tabulateMetric, type MetricTable } from './summary.js'
import { targets, type Target } from './targets.js'

type RawLimit = NonNullable<BenchRecord['rawLimit']>

export const printHeader = (record: Pick<BenchRecord, 'machine' | 'plan' | 'server'>): void => {
  const { machine, plan, server } = record
  console.log(
    `Foliot bench, ${plan.name}: ${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}, ` +
      `Postgres ${server.version} (fsync ${server.settings.fsync}, shared_buffers ${server.settings.shared_buffers}), ` +
      `commit ${machine.commit}`,
  )
}

export const printRawLimit = (limit: RawLimit): void => {
  console.log(`\nRaw SQL, the limit of this server in this design (batches of ${limit.batchSize}, one connection)`)
  console.log(
    formatTable([
      ['one-step runs, starts included', `${formatNumber(limit.oneStepRunsPerSecond, 0)} /s`],
      ['one-step runs, started before the clock', `${formatNumber(limit.oneStepDrainPerSecond, 0)} /s`],
      ['steps', `${formatNumber(limit.stepsPerSecond, 0)} /s`],
      ['WAL per step', `${formatNumber(limit.walBytesPerStep, 0)} B`],
      [
        'one step committed alone, p50 and p99',
        `${formatNumber(limit.loneCommitP50Ms, 2)} and ${formatNumber(limit.loneCommitP99Ms, 2)} ms`,
      ],
    ]),
  )
}

const metricRows = ({ metric, rows, bestPeer }: MetricTable): readonly (readonly string[])[] => [
  [metric.title, 'median', 'min – max', bestPeer === undefined ? '' : 'to best peer'],
  ...rows.map((row) => {
    const [value, least, most] = [row.median, row.min, row.max].map((number) => formatNumber(number, metric.digits))
    const ratio =
      bestPeer === undefined
        ? ''
        : metric.better === 'higher'
          ? formatRatio(row.median / bestPeer.median)
          : formatRatio(bestPeer.median / row.median)
    return [
      `  ${row.contender.title}`,
      `${value}${metric.unit}`,
      row.rounds === 1 ? '' : `${least} – ${most}`,
      row === bestPeer ? '' : ratio,
    ]
  }),
]

const printCase = (benchCase: BenchCase, contenders: readonly ContenderEntry[], record: BenchRecord): void => {
  const measurements = record.measurements.filter((measurement) => measurement.case === benchCase.name)
  if (measurements.length === 0) return
  const probes = measurements.flatMap(({ probe }) => (probe === undefined ? [] : [probe]))
  const drift =
    probes.length < 2
      ? ''
      : `   [probe ${formatNumber(Math.min(...probes), 0)} – ${formatNumber(Math.max(...probes), 0)} tx/s]`
  console.log(`\n${benchCase.title}${drift}`)
  const tables = benchCase.metrics.map((metric) => tabulateMetric(benchCase, metric, contenders, measurements))
  console.log(formatTable(tables.filter(({ rows }) => rows.length > 0).flatMap(metricRows)))
  for (const measurement of measurements) {
    if (!measurement.ok) console.log(`  ! ${measurement.contender}: ${measurement.error.split('\n')[0]}`)
    else if (measurement.remark !== undefined) console.log(`  ! ${measurement.contender}: ${measurement.remark}`)
  }
}

/** One line of the target table: what is wanted, what was seen, and the verdict. */
const judge = (target: Target, table: MetricTable | undefined): readonly string[] => {
  const value = target.of === 'median' ? table?.ours?.median : table?.advantage
  const show = (number: number): string =>
    target.of === 'advantage'
      ? formatRatio(number)
      : formatNumber(number, number < 100 && !Number.isInteger(number) ? 2 : 0)
  const sign = target.direction === 'at-least' ? '≥' : '≤'
  const wanted = `${sign} ${show(target.bound)}${target.aim === undefined ? '' : `, aim ${show(target.aim)}`}`
  if (value === undefined) return [target.says, wanted, '–', 'not measured']
  const reaches = (bound: number): boolean => (target.direction === 'at-least' ? value >= bound : value <= bound)
  const verdict = !reaches(target.bound)
    ? 'NOT MET'
    : target.aim !== undefined && reaches(target.aim)
      ? 'aim met'
      : 'met'
  return [target.says, wanted, show(value), verdict]
}

export const printReport = (
  record: BenchRecord,
  cases: readonly BenchCase[],
  contenders: readonly ContenderEntry[],
): void => {
  for (const benchCase of cases) printCase(benchCase, contenders, record)
  const judged = targets.flatMap((target) => {
    const benchCase = cases.find(({ name }) => name === target.case)
    const metric = benchCase?.metrics.find(({ name }) => name === target.metric)
    if (benchCase === undefined || metric === undefined) return []
    return [judge(target, tabulateMetric(benchCase, metric, contenders, record.measurements))]
  })
  if (contenders.some(({ ours }) => ours) && judged.length > 0) {
    console.log('\nTargets')
    console.log(formatTable([['', 'wanted', 'seen', ''], ...judged]))
  }
  for (const line of record.skipped) console.log(`\nLeft out: ${line}`)
  console.log(`\nTook ${formatNumber(record.tookMs / 1000, 0)} s.`)
}
