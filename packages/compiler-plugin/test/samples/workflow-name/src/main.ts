import { Run, Workflow } from '@foliot/core/workflow'

const name = 'computed'

@Workflow(name)
export class Computed {
  @Run()
  run() {}
}

@Workflow('')
export class Empty {
  @Run()
  run() {}
}

// @ts-expect-error a name is missing
@Workflow()
export class SendInvoices {
  @Run()
  run() {}
}

// @ts-expect-error it isn't called
@Workflow
export class Bare {
  @Run()
  run() {}
}

@Workflow('__reserved')
export class Reserved {
  @Run()
  run() {}
}
