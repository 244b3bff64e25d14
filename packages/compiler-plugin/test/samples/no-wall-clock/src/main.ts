import { Run, Workflow } from '@foliot/core/workflow'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const D = Date
    const { now } = Date
    const times = [Date.now(), new Date(), Date(), performance.now(), new D(), D.now(), globalThis.Date.now()]
    times.map(Date.now)
    return [now(), ...times, Reflect.construct(Date, []), (globalThis as any).Temporal.Now.instant()]
  }
}
