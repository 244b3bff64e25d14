import { Run, Workflow } from '@foliot/core/workflow'
import { Client } from '@foliot/core/client'
import { Activities } from '@foliot/core/activity'
import { now } from '@foliot/core'

@Activities('mail')
export class Mail {
  async send() {
    return fetch('https://example.org')
  }
}

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const client = await Client.connect({ database: 'x' })
    return [client, now()]
  }
}
