// Text tables for the terminal, and numbers in them.

/** Thousands separated by commas. */
export const formatNumber = (value: number, digits: number): string =>
  Number.isFinite(value)
    ? value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : '–'

export const formatRatio = (ratio: number): string => `${formatNumber(ratio, ratio < 10 ? 1 : 0)}×`

/** Aligns the first column to the left and the others to the right. */
export const formatTable = (rows: readonly (readonly string[])[], indent = '  '): string => {
  const widths = rows.reduce<readonly number[]>(
    (known, row) => row.map((cell, index) => Math.max(known[index] ?? 0, cell.length)),
    [],
  )
  return rows
    .map((row) => {
      const cells = row.map((cell, index) =>
        index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      return `${indent}${cells.join('  ')}`.trimEnd()
    })
    .join('\n')
}
