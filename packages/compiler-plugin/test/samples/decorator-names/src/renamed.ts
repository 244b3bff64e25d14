import { Run as Start, Workflow as Flow } from '@foliot/core/workflow'

@Flow('renamed')
export class Renamed {
  @Start()
  run() {}
}
