import { Run, Workflow } from '@foliot/core/workflow'
import { eager } from 'eager'
import { tried } from 'tried'
import { lazy } from 'lazy'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    return [eager(1), tried(2), lazy(3)]
  }
}
