import { Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  run( {
}
