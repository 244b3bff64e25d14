// What a rebuilt error remembers of its Failure beyond what an Error can hold, so that recording it again loses nothing.
import type { Failure } from './failure.js'

export type FailureNotes = Pick<Failure, 'lost' | 'cut'>

/** The key of the notes on a rebuilt error, not enumerable. */
export const failureNotes = Symbol.for('foliot.failureNotes')
