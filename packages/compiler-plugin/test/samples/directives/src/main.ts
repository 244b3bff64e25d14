import { Run, Workflow } from '@foliot/core/workflow'
import { stamp } from './stamp.js'

@Workflow('main')
export class Main {
  @Run()
  async run(input: any) {
    const early = Date.now()
    // foliot-allow no-wall-clock -- only shown in a log line
    const shown = Date.now()
    const logged = Date.now() // foliot-allow no-wall-clock -- metrics only
    // foliot-allow no-wall-clock
    const bare = Date.now()
    // foliot-allow no-random -- the wrong rule
    const wrong = Date.now()
    // foliot-allow no-such-rule -- a slip
    const text = '// foliot-allow no-wall-clock -- in a text'
    return [early, shown, logged, bare, wrong, text, stamp()]
  }
}
