import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const socket = new WebSocket('wss://example.org')
    return [await fetch('https://example.org'), socket]
  }
}
