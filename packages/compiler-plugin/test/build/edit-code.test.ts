import fc from 'fast-check'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { transformSync } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { editCode } from '../../src/build/edit-code.js'

const source = `export function first(a, b) { return a.value + b.value }
export const second = (list) => list.map((item) => item.name).join('${'é𝕏'}')
export class Third { field = 1; method() { return this.field } }
`
const { code, map } = transformSync(source, { sourcemap: 'external', minifyWhitespace: true, sourcefile: 'a.js' })
const raw = JSON.parse(map) as SourceMapPayload
const words = [...code.matchAll(/\b(?:value|list|item|name|field|method|first|Third)\b/g)]

const originOf = (text: string, mappings: string, offset: number): string => {
  const before = text.slice(0, offset)
  const line = before.split('\n').length - 1
  const column = offset - (before.lastIndexOf('\n') + 1)
  const entry = new SourceMap({ ...raw, mappings }).findEntry(line, column) as SourceMapping
  return `${entry.originalLine}:${entry.originalColumn}`
}

describe('editCode', () => {
  test('keeps what every untouched word is mapped to', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(words.length - 1), { maxLength: 4 }),
        fc.array(fc.string({ unit: fc.constantFrom('a', '_', '9'), maxLength: 80 }), { minLength: 4, maxLength: 4 }),
        (indices, texts) => {
          const edits = indices.map((index, at) => {
            const word = words[index] as RegExpExecArray
            return { start: word.index, removed: word[0].length, inserted: texts[at] ?? '' }
          })
          const edited = editCode({ code, mappings: raw.mappings }, edits)
          words.forEach((word, index) => {
            if (indices.includes(index)) return
            const moved = edits
              .filter(({ start }) => start < word.index)
              .reduce((sum, { removed, inserted }) => sum + inserted.length - removed, 0)
            expect(edited.code.startsWith(word[0], word.index + moved)).toBe(true)
            expect(originOf(edited.code, edited.mappings, word.index + moved)).toBe(
              originOf(code, raw.mappings, word.index),
            )
          })
        },
      ),
    )
  })

  test('replaces each piece, in whatever order the edits come', () => {
    const edits = [
      { start: 4, removed: 1, inserted: 'E' },
      { start: 0, removed: 2, inserted: '' },
      { start: 6, removed: 0, inserted: '!' },
    ]
    expect(editCode({ code: 'abcdef', mappings: '' }, edits).code).toBe('cdEf!')
  })
})
