import { Flow, Run } from './decorators.js'

@Flow('re-exported')
export class ReExported {
  @Run()
  run() {}
}
