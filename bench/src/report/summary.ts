// Medians over rounds, and how ours stands to the best of its peers.
import type { BenchCase, Metric } from '../cases/bench-case.js'
import type { ContenderEntry } from '../contenders/contender-registry.js'
import { median } from '../measure/quantile.js'
import type { Measurement } from './measurement.js'

export interface MetricSummary {
  readonly contender: ContenderEntry
  readonly median: number
  readonly min: number
  readonly max: number
  readonly rounds: number
}

export interface MetricTable {
  readonly metric: Metric
  readonly rows: readonly MetricSummary[]
  readonly ours?: MetricSummary
  readonly bestPeer?: MetricSummary
  /** How many times better ours is than the best peer; under 1 when it is worse. */
  readonly advantage?: number
}

const summarize = (contender: ContenderEntry, values: readonly number[]): MetricSummary => ({
  contender,
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
  rounds: values.length,
})

export const tabulateMetric = (
  benchCase: BenchCase,
  metric: Metric,
  contenders: readonly ContenderEntry[],
  measurements: readonly Measurement[],
): MetricTable => {
  const rows = contenders.flatMap((contender) => {
    const values = measurements.flatMap((measurement) => {
      if (!measurement.ok || measurement.case !== benchCase.name || measurement.contender !== contender.name) return []
      const value = measurement.metrics[metric.name]
      return value === undefined ? [] : [value]
    })
    return values.length === 0 ? [] : [summarize(contender, values)]
  })
  const ours = rows.find(({ contender }) => contender.ours)
  const sign = metric.better === 'higher' ? -1 : 1
  const [bestPeer] = rows.filter(({ contender }) => !contender.ours).sort((a, b) => sign * (a.median - b.median))
  const advantage =
    ours === undefined || bestPeer === undefined
      ? undefined
      : metric.better === 'higher'
        ? ours.median / bestPeer.median
        : bestPeer.median / ours.median
  return {
    metric,
    rows,
    ...(ours === undefined ? {} : { ours }),
    ...(bestPeer === undefined ? {} : { bestPeer }),
    ...(advantage === undefined ? {} : { advantage }),
  }
}
