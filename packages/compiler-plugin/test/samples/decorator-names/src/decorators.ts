export { Run, Workflow as Flow } from '@foliot/core/workflow'
