import { Run, Workflow } from '@foliot/core/workflow'
import { ok } from './helper.js'

class Real {
  now() {
    return Date.now()
  }
}
class Fake {
  now() {
    return 1
  }
}
export const clock = () => new Real()
export class Mail {
  async send() {
    return fetch('https://example.org')
  }
}

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return [ok(), new Fake().now()]
  }
}
