// no-dynamic-import: modules that are chosen or loaded while the run goes on. The bundler rewrites import() of a literal
// path before the program is analysed; check/literal-imports.ts finds those.
import type { Rule } from './rule.js'

const instead = 'a static import at the top of the file'

export const noDynamicImport: Rule = {
  id: 'no-dynamic-import',
  problem:
    'loads a module while the run goes on. A bundle is complete before it runs, so that a replay runs the same code.',
  inPackages: 'never',
  syntax: (node) => {
    if (node.type === 'ImportExpression') return { label: 'import()', instead }
    const isRequire =
      node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      node.callee.name === '__require' &&
      node.arguments[0]?.type !== 'Literal'
    return isRequire ? { label: 'require()', instead } : undefined
  },
}
