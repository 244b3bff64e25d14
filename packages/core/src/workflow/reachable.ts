// What code of a run can get hold of without importing it: the classes of errors that it catches, and what the hooks are
// set to. The sandbox freezes it along with the exports of `@foliot/core/workflow`, since all runs of a realm share it.
import { DecoratorMisuseError } from '../authoring/decorator-misuse-error.js'
import { DuplicateWorkflowError } from '../authoring/duplicate-workflow-error.js'
import { NotAWorkflowError } from '../authoring/not-a-workflow-error.js'
import { AbsentGlobalError } from '../base/absent-global.js'
import { PayloadUnreadableError } from '../codec/payload-unreadable-error.js'
import { InsideSideEffectError } from './inside-side-effect-error.js'
import { QueryRefusedError } from './query-refused-error.js'
import { ReadOnlyContextError } from './read-only-context-error.js'
import { ReplayDivergedError } from './replay-diverged-error.js'
import { clearTimeout, setGlobalTimeout } from './set-timeout.js'
import { UpdateRefusedError } from './update-refused-error.js'
import { WorkflowNotInBundleError } from './workflow-not-in-bundle-error.js'

export const reachable: readonly unknown[] = [
  AbsentGlobalError,
  DecoratorMisuseError,
  DuplicateWorkflowError,
  InsideSideEffectError,
  NotAWorkflowError,
  PayloadUnreadableError,
  QueryRefusedError,
  ReadOnlyContextError,
  ReplayDivergedError,
  UpdateRefusedError,
  WorkflowNotInBundleError,
  clearTimeout,
  setGlobalTimeout,
]
