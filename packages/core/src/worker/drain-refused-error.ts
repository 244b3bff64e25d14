// Thrown by Worker.drain when the worker does more than drain: it runs, or was shut down.
import { FoliotError } from '../base/foliot-error.js'

export class DrainRefusedError extends FoliotError {
  static override readonly code = 'FOLIOT_DRAIN_REFUSED'

  constructor(state: 'running' | 'shut down') {
    super(
      state === 'running'
        ? 'worker.drain: Expected a worker that works only when it is told to, got one that runs: it does what is due by ' +
            'itself. Make the worker with `start: false` to drain it, or leave it running.'
        : 'worker.drain: Expected a worker that is open, got one that was shut down. Make a new one with `start: false`.',
    )
  }
}
