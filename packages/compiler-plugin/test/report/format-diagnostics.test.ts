import { describe, expect, test } from 'vitest'
import { codeFrame } from '../../src/report/code-frame.js'
import { formatDiagnostics, type Diagnostic } from '../../src/public/index.js'

const at = (line: number, column: number) => ({ file: 'a.ts', line, column })

describe('codeFrame', () => {
  const text = 'one\r\n\ttwo three\n\nfour\nfive\n'
  test('shows two lines on each side and keeps tabs under tabs', () => {
    expect(codeFrame(text, at(2, 6), 5)).toBe(
      ['  1 | one', '> 2 | \ttwo three', '    | \t    ^^^^^', '  3 |', '  4 | four'].join('\n'),
    )
  })
  test('never marks beyond the line, and always marks something', () => {
    expect(codeFrame(text, at(4, 3), 99)).toContain('    |   ^^\n')
    expect(codeFrame(text, at(3, 1), 4)).toContain('    | ^\n')
  })
  test('lines numbers up', () => {
    expect(codeFrame('x\n'.repeat(12), at(10, 1))).toMatch(/^ {3}8 \| x\n {3}9 \| x\n> 10 \| x\n {5}\| \^\n {2}11 \| x/)
  })
})

describe('formatDiagnostics', () => {
  const one: Diagnostic = {
    rule: 'no-random',
    severity: 'error',
    message: 'It draws.',
    position: at(1, 2),
    frame: '> 1 | x',
  }
  test('is empty for nothing', () => {
    expect(formatDiagnostics([])).toBe('')
  })
  test('says only what there is', () => {
    expect(formatDiagnostics([one, { rule: 'build', severity: 'warning', message: 'Odd.' }])).toBe(
      'error no-random  a.ts:1:2\n  It draws.\n\n  > 1 | x\n\nwarning build\n  Odd.\n\n1 error, 1 warning',
    )
  })
  test('colours the severity only when asked', () => {
    expect(formatDiagnostics([one])).not.toContain('\u001b')
    expect(formatDiagnostics([one], { color: true })).toContain('\u001b[31merror\u001b[0m')
  })
})
