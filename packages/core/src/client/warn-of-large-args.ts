// Says once per workflow type and process that its arguments are large: they are kept in the run's row and its history,
// and travel with each replay.
import { checkPayloadSize } from '../codec/payload-size.js'
import type { RunStart } from '../store/run-start.js'

const warned = new Set<string>()

export const warnOfLargeArgs = ({ workflowType, args }: Pick<RunStart, 'workflowType' | 'args'>): void => {
  if (checkPayloadSize(args, 'args') !== 'large' || warned.has(workflowType)) return
  warned.add(workflowType)
  process.emitWarning(
    `The arguments of a run of ${JSON.stringify(workflowType)} take ${Math.ceil(args.length / 1024)} KB. ` +
      'From 256 KB on, keep large data in storage of your own and pass a reference to it; above 2 MB a start is refused.',
    { type: 'FoliotWarning', code: 'FOLIOT_LARGE_PAYLOAD' },
  )
}
