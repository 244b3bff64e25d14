// Runs that lose their worker again and again before anything can be recorded: perhaps they end its process (out of memory,
// process.exit in an activity), perhaps the machines are just having a bad time. They are set aside, for longer each time,
// so that the innocent come back soon and the guilty take ever fewer workers along.
import type { ClaimedRun } from '../store/worker-session.js'

/** Losses in a row after which a run is set aside; from then on, after each further one. */
const toleratedLosses = 5
const firstMs = 10_000
const longestMs = 86_400_000

/** How long the run is set aside for, in milliseconds; `undefined` when it may be tried. */
export const quarantineMs = ({
  takeovers,
  blockedAttempts,
}: Pick<ClaimedRun, 'takeovers' | 'blockedAttempts'>): number | undefined => {
  // Each time that it was set aside is counted, so that it has one try after each.
  const isDue = takeovers - toleratedLosses >= blockedAttempts
  return isDue ? Math.min(longestMs, firstMs * 2 ** Math.min(blockedAttempts, 16)) : undefined
}
