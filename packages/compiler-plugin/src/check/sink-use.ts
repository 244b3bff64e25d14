// One use of something that workflow code must not use, before it is decided whether and how to report it.
import type { Node } from 'oxc-parser'
import type { Rule } from '../rules/rule.js'
import type { Unit } from '../twin/units.js'

export interface SinkUse {
  readonly rule: Rule
  /** What is used, as people write it: `Date.now`, `new Date()`, `readFileSync of node:fs`. */
  readonly label: string
  readonly instead: string
  readonly node: Node
  readonly unit: Unit
  readonly sandbox: 'virtual' | 'absent'
  /** For a module's export. */
  readonly specifier?: string
  /** The code reckons with its absence: inside a try block, after `globalThis.`, on the right of `instanceof`. */
  readonly isGuarded: boolean
  /** Runs for certain when its module is loaded. */
  readonly isOnLoad: boolean
}
