// A workflow with the code that it reaches.
import type { Reach } from '../twin/reach.js'
import type { FoundWorkflow } from './find-workflows.js'

export interface ReachedWorkflow extends FoundWorkflow {
  readonly reach: Reach
}
