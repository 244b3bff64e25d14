import { Run, Workflow } from '@foliot/core/workflow'
const inNode = typeof process === 'object'

const home = () => {
  if (!inNode) return '/'
  return process.env.HOME
}
const ask = () => (typeof fetch === 'function' ? fetch('https://example.org') : undefined)

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    if (false) Math.random()
    if (process.env.NODE_ENV !== 'production') console.log(Date.now())
    const env = typeof process !== 'undefined' && process.env.DEBUG ? Date.now() : 0
    return [env, home(), ask(), 'process' in globalThis ? Date.now() : 1]
    Date.now()
  }
}
