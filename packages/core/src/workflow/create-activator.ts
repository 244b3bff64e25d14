// What a bundle exports: takes a delivery, runs the code until nothing is left to run, answers with its commands.
import { answerQuery } from './answer-query.js'
import { writeAnswer } from './answer-text.js'
import { settleCondition } from './condition.js'
import type { Delivery, RejectedUpdate } from './delivery.js'
import { NotInWorkflowError } from './not-in-workflow-error.js'
import { receiveEvent } from './receive-event.js'
import { settleReceiver } from './receive-signal.js'
import { RunScope, withScope } from './run-scope.js'
import { sandboxGlobals } from './sandbox.js'
import { clearTimeout, setGlobalTimeout } from './set-timeout.js'

/**
 * Makes the `activate` of one run.
 *
 * @throws NotInWorkflowError outside of a sandbox
 */
export const createActivator = (): ((delivery: string) => string) => {
  const globals = sandboxGlobals()
  if (globals === undefined) throw new NotInWorkflowError('createActivator')
  const scope = new RunScope(globals)
  globals.hooks.setTimeout = setGlobalTimeout
  globals.hooks.clearTimeout = clearTimeout
  return (text) =>
    withScope(scope, () => {
      const delivery = JSON.parse(text) as Delivery
      if (delivery.query !== undefined) return writeAnswer({ commands: [], query: answerQuery(scope, delivery.query) })
      scope.begin(delivery)
      // All events of a delivery come before anything that waits for them goes on.
      const rejected: RejectedUpdate[] = []
      delivery.events.forEach(({ type, data }, event) => {
        const failure = receiveEvent(scope, type, data)
        if (failure !== undefined) rejected.push({ event, failure })
      })
      if (rejected.length > 0 && rejected.length === delivery.events.length) {
        // Nothing is recorded of this delivery: it never was.
        scope.rewind()
        return writeAnswer({ commands: [], rejected })
      }
      globals.drain()
      while (!scope.closed && (settleReceiver(scope) || settleCondition(scope))) globals.drain()
      const answer = scope.answer()
      return writeAnswer(rejected.length === 0 ? answer : { ...answer, rejected })
    })
}
