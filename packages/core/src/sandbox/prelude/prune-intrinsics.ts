// Takes away every intrinsic that the oldest supported Node doesn't have, so that code finds the same ones on each. What
// the profile doesn't list goes, so a newer engine can't bring in anything unnoticed.
import { hiddenIntrinsics } from './hidden-intrinsics.js'
import { intrinsicsProfile } from './intrinsics-profile.js'

/** How the profile writes a key. */
export const keyName = (key: PropertyKey): string =>
  typeof key === 'symbol' ? `@@${(key.description ?? '').replace(/^Symbol\./, '')}` : String(key)

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

const step = (from: unknown, name: string): unknown => {
  if (!isObject(from)) return undefined
  const key = Reflect.ownKeys(from).find((candidate) => keyName(candidate) === name)
  return key === undefined ? undefined : Reflect.getOwnPropertyDescriptor(from, key)?.value
}

export const pruneIntrinsics = (global: object): void => {
  const hidden = hiddenIntrinsics()
  for (const [path, names] of Object.entries(intrinsicsProfile)) {
    const [first = '', ...rest] = path === '' ? [] : path.split(path.startsWith('%') ? '/' : '.')
    const root = path === '' ? global : (hidden.get(first) ?? step(global, first))
    const target = rest.reduce(step, root as unknown)
    if (!isObject(target)) continue
    const kept = new Set(names.split(' '))
    for (const key of Reflect.ownKeys(target)) {
      if (!kept.has(keyName(key))) Reflect.deleteProperty(target, key)
    }
  }
}
