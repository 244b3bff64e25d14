// Bundles for tests: built once for each set of paths in a process, however many tests use them.
import { bundleWorkflows, type Bundle } from '@foliot/compiler-plugin'

export type WorkflowsOption = string | URL | readonly (string | URL)[] | Bundle

const built = new Map<string, Promise<Bundle>>()

export const testBundle = (workflows: WorkflowsOption): Promise<Bundle> => {
  if (isBundle(workflows)) return Promise.resolve(workflows)
  const key = JSON.stringify([workflows].flat().map(String))
  const known = built.get(key) ?? bundleWorkflows({ workflowsPath: workflows }).then(({ bundle }) => bundle)
  built.set(key, known)
  return known
}

const isBundle = (workflows: WorkflowsOption): workflows is Bundle =>
  typeof workflows === 'object' && 'manifest' in workflows
