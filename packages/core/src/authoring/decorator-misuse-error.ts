// Thrown while a class is defined, when a decorator of ours stands where it means nothing.
import { FoliotError } from '../base/foliot-error.js'

export class DecoratorMisuseError extends FoliotError {
  static override readonly code = 'FOLIOT_DECORATOR_MISUSE'
}
