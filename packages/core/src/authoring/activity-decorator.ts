// @Activity(): marks a method of an @Activities class as an activity.
import { validateId } from '../base/id.js'
import { readMethodTarget, type PublicMethodDecorator } from './decorator-convention.js'
import { recordMethod } from './decorated-methods.js'

export interface ActivityDecoratorOptions {
  /**
   * The activity's name within its namespace. Set it to rename a method whose name is already in histories.
   *
   * @default the method's name
   */
  readonly name?: string | undefined
}

/** Marks a method as an activity. */
export const Activity = (options: ActivityDecoratorOptions = {}): PublicMethodDecorator => {
  const name = options.name === undefined ? undefined : validateId('the name in @Activity({ name })', options.name)
  return (...target: readonly unknown[]): void =>
    recordMethod(readMethodTarget('@Activity()', target), 'activity', name)
}
