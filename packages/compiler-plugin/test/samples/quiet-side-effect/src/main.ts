import { Run, Workflow, sideEffect } from '@foliot/core/workflow'
const makeId = () => crypto.randomUUID()
const makeOther = () => Math.random()

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const roll = await sideEffect(() => Math.random() + Date.now())
    const id = await sideEffect(makeId)
    const page = await sideEffect(() => fetch('https://example.org'))
    return [roll, id, page, makeOther(), await sideEffect(makeOther)]
  }
}
