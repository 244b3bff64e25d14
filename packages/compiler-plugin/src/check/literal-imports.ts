// import() of a literal path. esbuild rewrites it into something that no longer looks like one, so the module graph
// tells which files have one, and their own text where.
import { parseSync } from 'oxc-parser'
import { packageOf, shortName } from '../modules/module-name.js'
import { codeFrame } from '../report/code-frame.js'
import type { Diagnostic } from '../report/diagnostic.js'
import { noDynamicImport } from '../rules/no-dynamic-import.js'
import type { Twin } from '../twin/twin.js'
import type { ReachedWorkflow } from '../workflows/reached-workflow.js'

export const literalImports = (
  { modules, positions }: Twin,
  workflows: readonly ReachedWorkflow[],
): readonly Diagnostic[] => {
  const reached = new Map<string, ReachedWorkflow>()
  for (const workflow of workflows) {
    for (const { module } of workflow.reach.units)
      if (module !== undefined && !reached.has(module)) reached.set(module, workflow)
  }
  return [...reached].flatMap(([file, workflow]) => {
    const text = packageOf(file) === undefined && modules.hasDynamicImport(file) ? positions.textOf(file) : undefined
    if (text === undefined) return []
    const literals = parseSync(file, text).module.dynamicImports.filter(({ moduleRequest }) =>
      /['"`]/.test(text[moduleRequest.start] ?? ''),
    )
    return literals.map(({ start, end }): Diagnostic => {
      const before = text.slice(0, start)
      const position = { file, line: before.split('\n').length, column: start - before.lastIndexOf('\n') }
      const chain = modules.chain([workflow.unit.module ?? file], file) ?? [file]
      return {
        rule: noDynamicImport.id,
        severity: 'error',
        message: `import() ${noDynamicImport.problem}`,
        position,
        length: end - start,
        frame: codeFrame(text, position, end - start),
        witness: [workflow.className, ...chain.map(shortName), 'import()'],
        instead: 'a static import at the top of the file',
      }
    })
  })
}
