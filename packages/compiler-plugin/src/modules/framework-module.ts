// Which modules are Foliot's own workflow side. They stay outside the analysed program: what their exports mean is known.

/** What the generated entry imports beside the workflows. */
export const runtimeModule = '@foliot/core/workflow-runtime'
export const workflowModule = '@foliot/core/workflow'
export const calendarModule = '@foliot/calendar/workflow'

const sandboxSide = new Set([runtimeModule, workflowModule, calendarModule])

export const isFrameworkModule = (specifier: string | undefined): boolean =>
  specifier !== undefined && sandboxSide.has(specifier)

/** Foliot's host side: workers, clients, stores and tools, none of which run inside a workflow. */
export const isHostModule = (specifier: string): boolean =>
  /^@foliot\/(core|testing|compiler-plugin)(\/|$)/.test(specifier) && !sandboxSide.has(specifier)
