// Answers a query from the state that the code is in. It leaves no trace: no command, no draw from the run's randomness.
import { closestName } from '../base/closest-name.js'
import { decodePayload } from '../codec/decode-payload.js'
import { encodeFailure } from '../codec/encode-failure.js'
import { encodePayload } from '../codec/encode-payload.js'
import type { QueryAnswer, QueryDelivery } from './delivery.js'
import { describeWaits, waitsQuery } from './describe-waits.js'
import { isThenable } from './is-thenable.js'
import { QueryRefusedError } from './query-refused-error.js'
import type { RunScope } from './run-scope.js'

const unknownQuery = (name: string, names: readonly string[]): QueryRefusedError => {
  const meant = closestName(name, names)
  return new QueryRefusedError(
    `The workflow has no query ${JSON.stringify(name)}. ` +
      (names.length === 0
        ? 'It has none: decorate a method with @Query().'
        : meant === undefined
          ? `Its queries are ${names.join(', ')}.`
          : `Did you mean ${meant}?`),
  )
}

const ask = (scope: RunScope, { name, args }: QueryDelivery): string => {
  const { workflow } = scope
  if (workflow === undefined) {
    throw new QueryRefusedError("The run has no state to ask: its workflow's constructor hasn't run, or has thrown.")
  }
  if (name === waitsQuery) return encodePayload(describeWaits(scope), 'result')
  if (!workflow.hasQuery(name)) throw unknownQuery(name, workflow.queryNames)
  const answer = workflow.query(name, args.map(decodePayload))
  if (isThenable(answer)) {
    answer.then(undefined, () => undefined)
    throw new QueryRefusedError(`The query ${name} returned a promise. A query answers at once: make it synchronous.`)
  }
  return encodePayload(answer, 'result')
}

export const answerQuery = (scope: RunScope, query: QueryDelivery): QueryAnswer => {
  const { globals } = scope
  scope.readOnly = true
  try {
    return globals.withSeparateRandom(() => {
      try {
        return { type: 'answered', result: ask(scope, query) }
      } catch (error) {
        return { type: 'failed', failure: JSON.stringify(encodeFailure(globals.explain(error))) }
      } finally {
        // What the handler left running mustn't reach the next delivery, where it could ask for steps.
        globals.drain()
      }
    })
  } finally {
    scope.readOnly = false
  }
}
