// What a case is: what it measures of one contender, in one process and a fresh database of its own.
import type { ContenderEntry } from '../contenders/contender-registry.js'
import type { ContenderDescription } from '../contenders/contender.js'
import type { ContenderHost } from '../host/contender-host.js'
import type { BenchPlan } from '../options/bench-plan.js'
import type { Observer } from '../server/observer.js'

export interface Metric {
  readonly name: string
  readonly title: string
  readonly unit: string
  readonly better: 'higher' | 'lower'
  readonly digits: number
}

export interface CaseSession {
  readonly host: ContenderHost
  readonly database: string
  readonly description: ContenderDescription
  /** Ends the process, so that its connections are gone and their statistics are written. */
  end(): Promise<void>
}

export interface SessionOptions {
  /** Counts the statements that the contender sends, from its first connection on. */
  readonly trackStatements?: boolean
}

export interface CaseContext {
  readonly entry: ContenderEntry
  readonly plan: BenchPlan
  readonly observer: Observer
  /** A new process and database for the contender. Both are removed after the case. */
  open(options?: SessionOptions): Promise<CaseSession>
}

export interface CaseResult {
  readonly metrics: Readonly<Record<string, number>>
  /** Counts and remarks, for the JSON file. */
  readonly details: Readonly<Record<string, number | string>>
  /** Said in the report beside the figures. */
  readonly remark?: string
}

export interface BenchCase {
  readonly name: string
  readonly title: string
  readonly metrics: readonly Metric[]
  /** Names of contenders that it makes sense for; all when absent. */
  readonly contenders?: readonly string[]
  /** All contenders at once, each in its process: for a case that only waits. */
  readonly concurrent?: boolean
  readonly rounds: (plan: BenchPlan, entry: ContenderEntry) => number
  measure(context: CaseContext): Promise<CaseResult>
}
