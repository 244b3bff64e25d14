// The workflows for which a bundle is to become current: all of its own, or those named.
import type { Bundle } from '../authoring/bundle.js'
import { InvalidOptionError } from '../base/invalid-option-error.js'

/** Sorted, so that concurrent callers lock rows in one order. */
export const chooseWorkflowTypes = (
  bundle: Pick<Bundle, 'manifest'>,
  workflowTypes?: readonly string[],
): readonly string[] => {
  const own = bundle.manifest.workflows.map((workflow) => workflow.type)
  for (const type of workflowTypes ?? []) {
    if (own.includes(type)) continue
    throw new InvalidOptionError('workflowTypes', 'workflows of the bundle', type, `It has ${own.join(', ')}.`)
  }
  return [...new Set(workflowTypes ?? own)].sort()
}
