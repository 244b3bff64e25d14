// Applies the rules to what the workflows reach and turns uses into diagnostics.
import { packageOf, shortName } from '../modules/module-name.js'
import type { Diagnostic, Severity } from '../report/diagnostic.js'
import { placeDiagnostic } from '../report/place-diagnostic.js'
import { allRules } from '../rules/all-rules.js'
import type { Twin } from '../twin/twin.js'
import type { Unit } from '../twin/units.js'
import type { PackageAllowance } from './allowance.js'
import { readDirectives, unusedDirective, type Directive } from './directives.js'
import { findSinkUses } from './find-sink-uses.js'
import { literalImports } from './literal-imports.js'
import { severityInPackage } from './package-policy.js'
import type { ReachedWorkflow } from '../workflows/reached-workflow.js'
import type { SinkUse } from './sink-use.js'

export const ruleIds: ReadonlySet<string> = new Set(allRules.map(({ id }) => id))

export const checkWorkflows = (
  twin: Twin,
  workflows: readonly ReachedWorkflow[],
  allowances: readonly PackageAllowance[],
): readonly Diagnostic[] => {
  const { uses, eagerRequires } = findSinkUses(twin, allRules)
  const reachedBy = new Map<Unit, ReachedWorkflow>()
  for (const workflow of workflows) {
    for (const unit of workflow.reach.units) if (!reachedBy.has(unit)) reachedBy.set(unit, workflow)
  }

  const usedAllowances = new Set<PackageAllowance>()
  const severityOf = (use: SinkUse): Severity | undefined => {
    const name = packageOf(use.unit.module ?? '')
    if (name === undefined) return 'error'
    const isRequiredOnLoad = isImported(use, twin) || eagerRequires.has(`${use.unit.module} ${use.specifier}`)
    const severity = severityInPackage(use, isRequiredOnLoad)
    const allowance = severity && allowances.find((one) => one.package === name && one.rule === use.rule.id)
    if (allowance === undefined) return severity
    usedAllowances.add(allowance)
    return undefined
  }

  const ownFindings: Diagnostic[] = []
  const packageFindings = new Map<string, Diagnostic[]>()
  for (const use of uses) {
    const workflow = reachedBy.get(use.unit)
    const severity = workflow && severityOf(use)
    if (workflow === undefined || severity === undefined) continue
    const name = packageOf(use.unit.module ?? '')
    const diagnostic = placeDiagnostic(twin, use.node, {
      rule: use.rule.id,
      severity,
      message: `${use.label} ${use.rule.problem}`,
      witness: witnessOf(use, workflow, twin),
      instead: name === undefined ? use.instead : insteadInPackage(name, use),
    })
    if (name === undefined) ownFindings.push(diagnostic)
    else append(packageFindings, `${name} ${use.rule.id} ${severity}`, diagnostic)
  }
  ownFindings.push(...literalImports(twin, workflows))

  return [
    ...withoutAllowed(ownFindings, twin),
    ...[...packageFindings.values()].map(firstOf),
    ...allowances.filter((allowance) => !usedAllowances.has(allowance)).map(unusedAllowance),
  ]
}

/** An ES import, which is there before the module runs. */
const isImported = ({ specifier, unit }: SinkUse, { program }: Twin): boolean =>
  specifier !== undefined &&
  program.body.some((statement) => statement.type === 'ImportDeclaration' && statement.source.value === specifier) &&
  unit.module !== undefined

const append = (groups: Map<string, Diagnostic[]>, key: string, diagnostic: Diagnostic): void => {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [diagnostic])
  else group.push(diagnostic)
}

/** One report per package and rule is enough. */
const firstOf = (group: readonly Diagnostic[]): Diagnostic => {
  const [first, ...others] = group as [Diagnostic, ...Diagnostic[]]
  if (others.length === 0) return first
  const places = others.length === 1 ? '1 other place' : `${others.length} other places`
  return { ...first, message: `${first.message} (And ${places} in this package.)` }
}

const insteadInPackage = (name: string, { rule }: SinkUse): string =>
  `an activity that uses ${name}, or another package; if workflows never run that code, ` +
  `allow: [{ package: '${name}', rule: '${rule.id}', reason: '…' }]`

const witnessOf = (use: SinkUse, workflow: ReachedWorkflow, { modules }: Twin): readonly string[] => {
  const { module: from } = workflow.unit
  const { module: to } = use.unit
  const chain = from === undefined || to === undefined ? [] : (modules.chain([from], to) ?? [from, to])
  return [workflow.className, ...chain.map(shortName), ...(use.specifier === undefined ? [use.label] : [use.specifier])]
}

const withoutAllowed = (findings: readonly Diagnostic[], twin: Twin): readonly Diagnostic[] => {
  const files = new Set(twin.modules.all.filter((module) => packageOf(module) === undefined))
  const directives: Directive[] = []
  const problems: Diagnostic[] = []
  for (const file of files) {
    const read = readDirectives(file, twin.positions.textOf(file) ?? '', ruleIds)
    directives.push(...read.valid)
    problems.push(...read.problems)
  }
  const used = new Set<Directive>()
  const kept = findings.filter(({ rule, position }) => {
    const matching = directives.filter(
      (directive) =>
        directive.rule === rule &&
        directive.file === position?.file &&
        directive.fromLine <= position.line &&
        position.line <= directive.toLine,
    )
    for (const directive of matching) used.add(directive)
    return matching.length === 0
  })
  return [...kept, ...problems, ...directives.filter((directive) => !used.has(directive)).map(unusedDirective)]
}

const unusedAllowance = (allowance: PackageAllowance): Diagnostic => ({
  rule: 'unused-directive',
  severity: 'warning',
  message: `Nothing that the workflows reach in ${allowance.package} breaks ${allowance.rule}, so allowing it has no effect.`,
  instead: 'nothing: remove it from `allow`',
})
