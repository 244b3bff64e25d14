// @foliot/core/activity: what activity code imports.
export { Activities } from '../authoring/activities-decorator.js'
export type { ActivitiesDecorator } from '../authoring/activities-decorator.js'
export { Activity } from '../authoring/activity-decorator.js'
export type { ActivityDecoratorOptions } from '../authoring/activity-decorator.js'
export type { PublicMethodDecorator } from '../authoring/decorator-convention.js'
export { ApplicationFailure } from '../codec/application-failure.js'
export type { ApplicationFailureOptions } from '../codec/application-failure.js'
