// The classes of errors that come back from a recording as what they were, by code. Others of ours come back as
// FoliotErrors with their code, which is what `X.is` asks for.
import { FoliotError, type FoliotErrorCode } from '../base/foliot-error.js'
import { ActivityFailure } from './activity-failure.js'
import { ActivityTimeoutFailure } from './activity-timeout-failure.js'
import { ApplicationFailure } from './application-failure.js'
import { CancelledFailure } from './cancelled-failure.js'

type FailureClass = (abstract new (...args: never[]) => FoliotError) & { readonly code: FoliotErrorCode }

const classes: readonly FailureClass[] = [ActivityFailure, ActivityTimeoutFailure, ApplicationFailure, CancelledFailure]

export const failureClass = (code: string): FailureClass => classes.find((known) => known.code === code) ?? FoliotError
