import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const { random } = Math
    return [Math.random(), random(), crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(1)), [1].map(Math.random)]
  }
}
