import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const made = [new Date(0), new Date(input), new Date('2020-01-01T00:00:00Z'), Date.UTC(2020, 1), Date.parse(input)]
    class Stamp extends Date {
      constructor() {
        super(0)
      }
    }
    return [...made, new Stamp(), input instanceof Date, typeof Date.now === 'function', typeof fetch]
  }
}
