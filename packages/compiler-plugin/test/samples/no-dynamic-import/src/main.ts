import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const { late } = await import('./late.js')
    return [late, await import(input)]
  }
}
