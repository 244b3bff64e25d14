import { Workflow } from '@foliot/core/workflow'
export declare const w: typeof Workflow
