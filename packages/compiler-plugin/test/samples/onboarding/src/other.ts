import { Run, Workflow, activities } from '@foliot/core/workflow'

const email = activities<{ archive(): Promise<void> }>('email')

@Workflow('archive')
export class Archive {
  @Run()
  run() {
    return email.archive()
  }
}
