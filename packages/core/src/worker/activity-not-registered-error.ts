// Thrown by Worker.create when the bundle's workflows call activities that nobody is known to run.
import { closestName } from '../base/closest-name.js'
import { FoliotError } from '../base/foliot-error.js'

export class ActivityNotRegisteredError extends FoliotError {
  static override readonly code = 'FOLIOT_ACTIVITY_NOT_REGISTERED'
  readonly names: readonly string[]

  constructor(names: readonly string[], registered: Iterable<string>) {
    const known = [...registered]
    const lines = names.map((name) => {
      const closest = closestName(name, known)
      return closest === undefined ? name : `${name} (did you mean ${closest}?)`
    })
    super(
      `The bundle’s workflows call activities that this worker doesn’t have: ${lines.join(', ')}. Their runs would wait for ever. ` +
        'Pass them in `activities`, or, when other workers run them, name them in `remoteActivities` (true for any). ' +
        `Registered here: ${known.length === 0 ? 'none' : known.sort().join(', ')}.`,
    )
    this.names = names
  }
}
