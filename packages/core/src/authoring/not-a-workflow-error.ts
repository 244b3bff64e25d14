// Thrown for a class that was handed over as a workflow and isn't, or isn't one completely.
import { FoliotError } from '../base/foliot-error.js'

export class NotAWorkflowError extends FoliotError {
  static override readonly code = 'FOLIOT_NOT_A_WORKFLOW'
}
