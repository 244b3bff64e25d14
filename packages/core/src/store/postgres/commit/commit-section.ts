// A section of the commit statement: one kind of write, for all entries that want it. A commit is composed of the
// sections that have rows, each a CTE over the rows of its arrays.
import { plainArray } from '../array-literal.js'
import { textList, textListRows } from '../text-list.js'

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

/** The rows for one section, or for several with the same columns, kept by column because they travel as arrays. */
export class SectionRows {
  readonly sections: readonly Section[]
  readonly columns: readonly Column[]
  readonly #cells: Cell[][]

  constructor(sections: readonly [Section, ...Section[]]) {
    this.sections = sections
    this.columns = sections[0].columns
    this.#cells = this.columns.map(() => [])
  }

  get isEmpty(): boolean {
    return this.#cells[0]?.length === 0
  }

  add(...cells: readonly Cell[]): void {
    for (let i = 0; i < cells.length; i++) this.#cells[i]?.push(cells[i] as Cell)
  }

  values(): readonly string[] {
    return this.columns.map(({ type }, i) => {
      const cells = this.#cells[i] ?? []
      return type === 'text' ? textList(cells as (string | null)[]) : plainArray(cells)
    })
  }
}

/** Rows as a FROM item `i`; `parameter` hands out the next placeholder. */
export const rowsItem = (columns: readonly Column[], parameter: () => string): string => {
  const sources = columns.map(({ type }) => {
    const placeholder = parameter()
    return type === 'text' ? textListRows(placeholder) : `unnest(${placeholder}::${type}[])`
  })
  return `rows from (${sources.join(', ')}) as i(${columns.map(({ name }) => name).join(', ')})`
}
