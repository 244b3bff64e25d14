export const id = () => Date.now().toString(36) + Math.random() + crypto.randomUUID() + setTimeout(() => {}, 1)
export const get = (url) => fetch(url)
export const post = (url) => fetch(url, { method: 'POST' })
export const both = (url) => [get(url), post(url)]
export const guarded = () => {
  try {
    return process.version
  } catch {
    return globalThis.process?.version ?? (typeof process === 'object' && process.version)
  }
}
export default { get, post }
get.post = post
