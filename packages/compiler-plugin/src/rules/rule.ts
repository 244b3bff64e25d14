// What a determinism rule is made of. Each rule has a file of its own; all-rules.ts lists them.
import type { Node } from 'oxc-parser'

export type RuleId =
  | 'no-wall-clock'
  | 'no-random'
  | 'no-ambient-timer'
  | 'no-network'
  | 'no-process'
  | 'no-node-builtin'
  | 'no-host-module'
  | 'no-gc-observation'
  | 'no-shared-memory'
  | 'no-wasm-async'
  | 'no-eval'
  | 'no-dynamic-import'

export interface Rule {
  readonly id: RuleId
  /** What goes wrong when a history is replayed. Follows the name of what was used. */
  readonly problem: string
  /**
   * Packages are full of code that a workflow never runs. `when-absent` reports what the sandbox lacks, `never` leaves it
   * to the sandbox's own errors.
   */
  readonly inPackages: 'when-absent' | 'never'
  readonly globals?: readonly GlobalSink[]
  /** What to use in place of a module, for the modules that the rule is about. */
  readonly module?: (specifier: string) => string | undefined
  /** For what is no use of a name. */
  readonly syntax?: (node: Node) => SyntaxSink | undefined
}

export interface GlobalSink {
  /** A path from the global object: `Date.now`. Everything that is read through it counts. */
  readonly name: string
  /** `read`: any use of its value. `call`: a call or `new`. `call-for-now`: one without arguments. */
  readonly use: 'read' | 'call' | 'call-for-now'
  /** Whether the sandbox has a version that follows the history. */
  readonly sandbox: 'virtual' | 'absent'
  readonly instead: string
}

export interface SyntaxSink {
  readonly label: string
  readonly instead: string
}

/** Sinks that share everything but their names, which stand in one text. */
export const sinks = (names: string, rest: Omit<GlobalSink, 'name'>): readonly GlobalSink[] =>
  names.split(' ').map((name) => ({ name, ...rest }))
