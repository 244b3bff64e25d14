// Looks at the machine before every measurement: the rate of one small queue transaction after another. Contenders are
// compared within a run of the bench; the probe shows how much the machine itself moved meanwhile.
import type pg from 'pg'
import { nowMs } from '../measure/clock.js'
import { RawStatements } from './raw-statements.js'

export class MachineProbe {
  readonly #statements: RawStatements
  readonly #durationMs: number

  /** The client is connected to the database of the raw limit. */
  constructor(client: pg.Client, durationMs: number) {
    this.#statements = new RawStatements(client)
    this.#durationMs = durationMs
  }

  async prepare(): Promise<void> {
    await this.#statements.insertProbeRows()
    await this.transactionsPerSecond()
  }

  async transactionsPerSecond(): Promise<number> {
    const begin = nowMs()
    let count = 0
    while (nowMs() - begin < this.#durationMs) {
      await this.#statements.probe()
      count += 1
    }
    return (count / (nowMs() - begin)) * 1000
  }
}
