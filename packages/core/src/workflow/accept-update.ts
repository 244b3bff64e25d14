// Updates: validated where nothing can be changed, then run, and answered by a command.
import { closestName } from '../base/closest-name.js'
import { decodePayload } from '../codec/decode-payload.js'
import { encodeFailure } from '../codec/encode-failure.js'
import { encodePayload } from '../codec/encode-payload.js'
import type { UpdateAcceptedData } from '../history/event-data.js'
import { isThenable } from './is-thenable.js'
import type { LiveWorkflow } from './live-workflow.js'
import type { RunScope } from './run-scope.js'
import { UpdateRefusedError } from './update-refused-error.js'

const findHandler = (workflow: LiveWorkflow | undefined, name: string): LiveWorkflow => {
  if (workflow?.hasUpdate(name) === true) return workflow
  const names = workflow?.updateNames ?? []
  const meant = closestName(name, names)
  throw new UpdateRefusedError(
    `The workflow has no update ${JSON.stringify(name)}. ` +
      (names.length === 0
        ? 'It has none: decorate a method with @Update().'
        : meant === undefined
          ? `Its updates are ${names.join(', ')}.`
          : `Did you mean ${meant}?`),
  )
}

const validate = (scope: RunScope, name: string, args: readonly unknown[]): void => {
  const workflow = findHandler(scope.workflow, name)
  const { globals } = scope
  scope.readOnly = true
  try {
    const returned = globals.withSeparateRandom(() => workflow.validate(name, args))
    if (!isThenable(returned)) return
    returned.then(undefined, () => undefined)
    throw new UpdateRefusedError(
      `The validator of the update ${name} returned a promise. A validator decides at once: make it synchronous.`,
    )
  } finally {
    scope.readOnly = false
  }
}

const run = (scope: RunScope, { updateId, name }: UpdateAcceptedData, args: readonly unknown[]): void => {
  const head = `{"updateId":${JSON.stringify(updateId)}`
  const fail = (error: unknown): void => {
    const failure = encodeFailure(scope.globals.explain(error))
    scope.issue('CompleteUpdate', `${head},"failure":${JSON.stringify(failure)}}`, failure.stack)
  }
  const complete = (value: unknown): void => {
    try {
      scope.issue('CompleteUpdate', `${head},"result":${encodePayload(value, 'result')}}`)
    } catch (error) {
      fail(error)
    }
  }
  try {
    const returned = findHandler(scope.workflow, name).update(name, args)
    if (isThenable(returned)) returned.then(complete, fail)
    else complete(returned)
  } catch (error) {
    fail(error)
  }
}

/**
 * The synchronous part of an update. One that the history has was accepted, and isn't validated again.
 *
 * @returns JSON text of the Failure for which it is refused, as if it had never come
 */
export const acceptUpdate = (scope: RunScope, data: UpdateAcceptedData): string | undefined => {
  const args = data.args.map(decodePayload)
  if (!scope.replaying) {
    try {
      validate(scope, data.name, args)
    } catch (error) {
      return JSON.stringify(encodeFailure(scope.globals.explain(error)))
    }
  }
  run(scope, data, args)
  return undefined
}
