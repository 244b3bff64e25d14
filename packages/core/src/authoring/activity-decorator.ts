// @Activity(): marks a method of an @Activities class as an activity.
import { checkOptionNames } from '../base/check-option-names.js'
import { validateId } from '../base/id.js'
import { readMethodTarget, refuseBareUse, type PublicMethodDecorator } from './decorator-convention.js'
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
export const Activity = (options: ActivityDecoratorOptions = {}, ...bare: readonly []): PublicMethodDecorator => {
  refuseBareUse('@Activity()', [options, ...bare])
  const given = checkOptionNames('@Activity', options, ['name']).name
  const name = given === undefined ? undefined : validateId('the name in @Activity({ name })', given)
  return (...target: readonly unknown[]): void =>
    recordMethod(readMethodTarget('@Activity()', target), 'activity', name)
}
