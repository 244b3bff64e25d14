// Where two parsed JSON values differ. The order of an object's keys doesn't count.

const limit = 10

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const join = (path: string, key: string): string => {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

/**
 * Paths such as `args[0].userId`, at most ten.
 *
 * @param ignoredKey members of this name are left out of the comparison
 */
export const differingPaths = (before: unknown, after: unknown, ignoredKey?: string): readonly string[] => {
  const paths: string[] = []
  const compare = (a: unknown, b: unknown, path: string): void => {
    if (paths.length === limit || a === b) return
    if (Array.isArray(a) && Array.isArray(b)) {
      for (let index = 0; index < Math.max(a.length, b.length); index += 1)
        compare(a[index], b[index], `${path}[${index}]`)
    } else if (isRecord(a) && isRecord(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        if (key !== ignoredKey) compare(a[key], b[key], join(path, key))
      }
    } else paths.push(path)
  }
  compare(before, after, '')
  return paths
}
