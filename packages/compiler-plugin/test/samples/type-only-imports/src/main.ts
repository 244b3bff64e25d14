import { Run, Workflow, activities } from '@foliot/core/workflow'
import { type Mailer } from './mailer.js'
import type { Options } from './options.js'
import { Receipt } from './receipt.js'
import type * as fs from 'node:fs'

type Kept = Receipt | fs.Stats
export const kept = (value: Kept) => value

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const act = activities<Mailer>('mail')
    const fits: Options = input
    await act.send(fits)
  }
}
