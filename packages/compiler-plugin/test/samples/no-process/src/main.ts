import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    process.nextTick(() => {})
    const { hrtime } = process
    return [process.env.REGION, hrtime(), import.meta.url, __dirname]
  }
}
