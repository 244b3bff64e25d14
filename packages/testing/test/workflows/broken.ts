import { Run, sleep, Workflow } from '@foliot/core/workflow'

let runs = 0

@Workflow('broken')
export class Broken {
  @Run()
  async run(): Promise<void> {
    await sleep('1 day')
    runs += 1
  }
}

// The worker loads the module before any time has passed; every run fails to.
// foliot-allow no-wall-clock -- the test needs a module that can't be loaded in a run
if (Date.now() > 0) throw new Error(`no run, ${runs} so far`)
