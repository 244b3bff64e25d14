// The reasons for which a sandbox itself blocks a run.
import type { BlockedReason, SourcePosition } from '../engine/blocked-reason.js'

export const bundleUnavailable = (bundle: string): BlockedReason => ({
  code: 'FOLIOT_BUNDLE_UNAVAILABLE',
  message: `The bundle ${bundle.slice(0, 12)} isn't loaded in this sandbox. Load it before the run is executed.`,
})

const at = (source: SourcePosition | undefined): string =>
  source === undefined ? '' : ` at ${source.file}:${source.line}:${source.column}`

export const stuck = (limitMs: number, source: SourcePosition | undefined): BlockedReason => ({
  code: 'FOLIOT_WORKFLOW_STUCK',
  message:
    `The code ran for ${limitMs} ms without an end${at(source)}: an endless loop, or work that belongs in an activity. ` +
    'It is tried again, on the current bundle too; deploy a fix.',
  ...(source === undefined ? {} : { source }),
})

export const outOfMemory = (limitMb: number): BlockedReason => ({
  code: 'FOLIOT_WORKFLOW_OUT_OF_MEMORY',
  message:
    `The code of this run was at work when its thread ran out of memory (${limitMb} MB). Keep less in the workflow: ` +
    'large data belongs behind activities, long lives are cut by continue-as-new.',
})

export const sandboxFailed = (what: string): BlockedReason => ({
  code: 'FOLIOT_ENGINE_ERROR',
  message: `The sandbox failed while this run was at work: ${what} Nothing of the turn was written; it is tried again.`,
})
