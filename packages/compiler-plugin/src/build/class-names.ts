// Gives classes back the names that the bundler changed because another module has a class of that name. The name of an
// error's class is recorded when a run fails, so it must not depend on what else is in the bundle.
import type { SourcePositions } from '../twin/source-positions.js'
import type { CodeEdit } from './edit-code.js'

const classPattern = /\bclass\b(?: ([\w$]+))?(?: extends [\w$.]+)? ?\{/g
const assignedPattern = /([\w$]+) ?= ?$/
const longestName = 100

export const classNameEdits = (code: string, { originalName }: SourcePositions): readonly CodeEdit[] =>
  [...code.matchAll(classPattern)].flatMap((match) => {
    const [text, declared] = match
    const before = code.slice(Math.max(0, match.index - longestName), match.index)
    const assigned = declared === undefined ? assignedPattern.exec(before) : null
    const name = declared ?? assigned?.[1]
    // A name that the bundler changed ends in a number.
    if (name === undefined || !/\d$/.test(name)) return []
    const nameAt =
      declared === undefined ? match.index - before.length + (assigned?.index ?? 0) : match.index + 'class '.length
    const original = originalName(nameAt)
    if (original === undefined || original === name) return []
    const value = JSON.stringify(original)
    const inserted = ` static { Object.defineProperty(this, "name", { value: ${value}, configurable: true }) }`
    return [{ start: match.index + text.length, removed: 0, inserted }]
  })
