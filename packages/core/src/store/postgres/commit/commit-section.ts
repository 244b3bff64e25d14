// A section of the commit statement: one kind of write, for all entries that want it. A commit is composed of the
// sections that have rows, each a CTE over the rows of its arrays.
import { plainArray, textArray } from '../array-literal.js'

export interface Column {
  readonly name: string
  readonly type: 'uuid' | 'integer' | 'smallint' | 'float8' | 'text' | 'boolean'
}

export interface Section {
  readonly name: string
  readonly columns: readonly Column[]
  /**
   * The CTE, without its name.
   *
   * @param s the quoted schema
   * @param rows the section's rows, as a FROM item named `i`
   */
  readonly sql: (s: string, rows: string) => string
}

export type Cell = string | number | boolean | null

/** The rows for one section, kept by column because they travel as arrays. */
export class SectionRows {
  readonly section: Section
  readonly #columns: Cell[][]

  constructor(section: Section) {
    this.section = section
    this.#columns = section.columns.map(() => [])
  }

  get isEmpty(): boolean {
    return this.#columns[0]?.length === 0
  }

  add(...cells: readonly Cell[]): void {
    for (let i = 0; i < cells.length; i++) this.#columns[i]?.push(cells[i] as Cell)
  }

  values(): readonly string[] {
    return this.section.columns.map(({ type }, i) => {
      const column = this.#columns[i] ?? []
      return type === 'text' ? textArray(column as (string | null)[]) : plainArray(column)
    })
  }
}
