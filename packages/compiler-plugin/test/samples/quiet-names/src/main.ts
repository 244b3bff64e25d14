import { Run, Workflow } from '@foliot/core/workflow'
import { setTimeout as delay } from './own.js'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const Date = { now: () => 1 }
    const call = (setTimeout: (n: number) => number) => setTimeout(1)
    function fetch(path: string) {
      return path
    }
    const { crypto: Math } = { crypto: { random: () => 4 } }
    class process {
      static env = { HOME: '' }
    }
    const text = 'Date.now()' /* Math.random() */
    label: for (;;) break label
    return [
      Date.now(), call((n) => n), fetch('/'), Math.random(), process.env.HOME, text, input.fetch('a'), input.now(),
      input.Date.now(), { fetch: 1, process }, delay(1),
    ]
  }
}
