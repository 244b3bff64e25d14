import { Run, Workflow } from '@foliot/core/workflow'
import { Outside } from 'outside'

@Workflow('none')
export class None {
  async run() {}
}

@Workflow('two')
export class Two {
  @Run()
  async run() {}
  @Run()
  async again() {}
}

class Base {
  @Run()
  async run() {}
}

@Workflow('inherited')
export class Inherited extends Base {}

@Workflow('unknown')
export class Unknown extends Outside {}
