import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    new FinalizationRegistry(() => {}).register(input, 1)
    return new WeakRef(input).deref()
  }
}
