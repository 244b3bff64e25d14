// Classes that all runs share are frozen; instances, and classes of a run that extend them, assign members all the same.
import { permitOverrides } from './permit-overrides.js'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Answers the members of the classes' prototypes, which from now on stand behind accessors: they are to be frozen too. */
export const permitClassOverrides = (values: readonly unknown[]): readonly unknown[] =>
  values.flatMap((value) => {
    const prototype = typeof value === 'function' ? (value.prototype as unknown) : undefined
    if (!isObject(prototype)) return []
    const members = Object.values(Object.getOwnPropertyDescriptors(prototype)).map((member) => member.value as unknown)
    permitOverrides(prototype)
    return members
  })
