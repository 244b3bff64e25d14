// What the bench keeps: one record for each measurement, and everything about the run they belong to.
import type { ContenderDescription } from '../contenders/contender.js'
import type { BenchPlan } from '../options/bench-plan.js'
import type { RawLimit } from '../raw/raw-limit.js'
import type { MachineDescription } from './machine.js'

interface MeasurementOrigin {
  readonly case: string
  readonly contender: string
  readonly round: number
  /** Transactions a second of the machine probe just before; absent for concurrent cases. */
  readonly probe?: number
  readonly tookMs: number
}

export type Measurement = MeasurementOrigin &
  (
    | {
        readonly ok: true
        readonly metrics: Readonly<Record<string, number>>
        readonly details: Readonly<Record<string, number | string>>
        readonly remark?: string
      }
    | { readonly ok: false; readonly error: string }
  )

export interface BenchRecord {
  readonly startedAt: string
  readonly tookMs: number
  readonly machine: MachineDescription
  readonly plan: BenchPlan
  readonly server: { readonly version: string; readonly settings: Readonly<Record<string, string>> }
  readonly contenders: Readonly<Record<string, Omit<ContenderDescription, 'queries'>>>
  readonly rawLimit?: RawLimit
  readonly measurements: readonly Measurement[]
  /** What was left out, and why. */
  readonly skipped: readonly string[]
}
