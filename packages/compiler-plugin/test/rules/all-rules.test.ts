import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { allRules } from '../../src/rules/all-rules.js'
import { absentGlobals } from '../../src/twin/sandbox-profile.js'

const samples = fileURLToPath(new URL('../samples/', import.meta.url))
const reports = readdirSync(samples).map((name) => readFileSync(`${samples}${name}/report.txt`, 'utf8'))

describe.each(allRules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('is found by a sample', () => {
    expect(reports.some((report) => report.includes(`error ${id} `))).toBe(true)
  })

  test('says what goes wrong, and for each name what to write instead', () => {
    expect(rule.problem).toMatch(/\.$/)
    for (const { instead } of rule.globals ?? []) expect(instead).toMatch(/\w/)
  })

  test('knows of the names that the sandbox lacks that they are missing', () => {
    // A property of a global that is there, and what the engine refuses when it is called.
    const partly = ['crypto.subtle', 'AbortSignal.timeout', 'eval', 'Function']
    const lacking = (rule.globals ?? []).filter(({ sandbox }) => sandbox === 'absent').map(({ name }) => name)
    expect(lacking.filter((name) => !absentGlobals.has(name) && !partly.includes(name))).toEqual([])
  })
})
