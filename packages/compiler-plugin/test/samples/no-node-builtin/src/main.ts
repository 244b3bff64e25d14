import { Run, Workflow } from '@foliot/core/workflow'
import { readFileSync as read } from 'fs'
import * as cp from 'node:child_process'
import os from 'os'
import { setTimeout as wait } from 'node:timers/promises'
import * as helper from './paths.js'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    await wait(5)
    return [read('x'), cp.execSync('ls'), os.hostname(), Buffer.from('a'), helper.join('a')]
  }
}
