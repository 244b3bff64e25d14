// Takes dynamic import out of a bundle's code. `import(x)` would give workflow code a promise of the host's, and with it
// the host's Function constructor; whatever is passed to vm.Script, that can't be prevented there.
import { createRequire } from 'node:module'
import type * as Acorn from 'acorn'

/** A name of the same length as `import`, so that no position moves. The bundle's wrapper declares it. */
export const importStandIn = 'ímport'

/**
 * A keyword `import` in a script begins `import(…)`, `import.meta` or `import.source(…)`; the last two are refused. What
 * says `import()` is no code, only talks of it, as every bundle does: parsing it would be half of a realm's start.
 */
const suspicion = /\bimport\s*(?:\((?!\))|\.|\/[/*])/

const importExpressions = (root: Acorn.AnyNode): number[] => {
  const found: number[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null && 'type' in value) {
      const node = value as Acorn.AnyNode
      if (node.type === 'ImportExpression') found.push(node.start)
      Object.values(node).forEach(visit)
    }
  }
  visit(root)
  return found
}

/** Needed by few bundles, so it is loaded by those. */
const parseScript = (code: string): Acorn.AnyNode => {
  const { parse } = createRequire(import.meta.url)('acorn') as typeof Acorn
  return parse(code, { ecmaVersion: 'latest', sourceType: 'script' })
}

/** Throws a SyntaxError when code that may contain dynamic import can't be parsed. */
export const disarmImport = (code: string): string => {
  if (!suspicion.test(code)) return code
  let disarmed = ''
  let end = 0
  for (const start of importExpressions(parseScript(code)).sort((a, b) => a - b)) {
    disarmed += code.slice(end, start) + importStandIn
    end = start + importStandIn.length
  }
  return disarmed + code.slice(end)
}
