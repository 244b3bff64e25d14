import { Realm } from '../../src/sandbox/realm.js'
import { scriptBundle } from './script-bundle.js'

export interface RealmRunOptions {
  readonly runId?: string
  /** Time of the delivery, in milliseconds. */
  readonly now?: number
  readonly onLog?: (line: string) => void
  /** Code at the top level of the bundle. */
  readonly modules?: string
}

interface Outcome {
  readonly value?: unknown
  readonly error?: { readonly name: string; readonly message: string; readonly code?: string; readonly stack?: string }
}

/** A bundle whose every delivery runs `body`, as an async function with `delivery`, and answers with its outcome. */
export const bodyBundle = (body: string, modules = '') =>
  scriptBundle(`${modules}
var __foliot_bundle = {
  activate(text) {
    const delivery = JSON.parse(text)
    __foliot.setTime(delivery.now)
    let outcome = { error: { name: 'Pending', message: 'never settled' } }
    const describe = (error) => ({ name: error?.name, message: error?.message ?? String(error), code: error?.code, stack: error?.stack })
    const body = async () => { ${body}
}
    body().then((value) => { outcome = { value } }, (error) => { outcome = { error: describe(error) } })
    __foliot.drain()
    return JSON.stringify(outcome)
  },
}`)

export const deliveryOf = ({ runId = 'run-1', now = 1_700_000_000_000 }: RealmRunOptions = {}): string =>
  JSON.stringify({ now, replaying: false, events: [{ type: 'RunStarted', data: { runId } }] })

export class RealmError extends Error {
  readonly code: string | undefined

  constructor({ name, message, code, stack }: NonNullable<Outcome['error']>) {
    super(message)
    this.name = name
    this.code = code
    this.stack = stack ?? ''
  }
}

const valueOf = (answer: string): unknown => {
  const { value, error } = JSON.parse(answer) as Outcome
  if (error !== undefined) throw new RealmError(error)
  return value
}

/** Runs code in a realm of its own, as the body of an async function; throws what it throws. */
export const inRealm = (body: string, options: RealmRunOptions = {}): unknown => {
  const realm = new Realm(bodyBundle(body, options.modules), options.onLog ?? (() => undefined))
  return valueOf(realm.start()(deliveryOf(options)))
}

/** Runs each of the bodies in one realm and gives what came of it, by the body itself: a realm takes its time to make. */
export const eachInRealm = (
  bodies: Iterable<string>,
  options: RealmRunOptions = {},
): ReadonlyMap<string, () => unknown> => {
  const unique = [...new Set(bodies)]
  const attempts = unique.map((body) => `async () => { ${body}\n}`).join(',\n')
  const outcomes = inRealm(
    `const outcomes = []
     for (const attempt of [${attempts}]) outcomes.push(await attempt().then((value) => ({ value }), (error) => ({ error: describe(error) })))
     return outcomes`,
    options,
  ) as readonly Outcome[]
  return new Map(unique.map((body, index) => [body, () => valueOf(JSON.stringify(outcomes[index]))]))
}

/** Several instances of one realm; each call delivers once. */
export const instancesInRealm = (body: string, modules = '') => {
  const realm = new Realm(bodyBundle(body, modules), () => undefined)
  return (runId: string) => {
    const activate = realm.start()
    return (now?: number) => valueOf(activate(deliveryOf({ runId, ...(now === undefined ? {} : { now }) })))
  }
}
