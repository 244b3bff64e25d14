import { Run, Workflow } from '@foliot/core/workflow'
import { get, guarded, id } from 'client'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return [id(), get('/'), guarded()]
  }
}
