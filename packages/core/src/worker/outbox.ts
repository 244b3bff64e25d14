// Carries out what committed turns ask of other runs, in their order: children are started, messages are sent. What this
// worker doesn't get to stays in the database, and any worker takes it from there.
import type { Clock } from '../base/clock.js'
import { closestName } from '../base/closest-name.js'
import { childResultKey } from '../store/call-message.js'
import type { OutgoingMessage } from '../store/message.js'
import type { Outgoing, OutgoingRequest } from '../store/outgoing.js'
import type { RunStart, StartOutcome } from '../store/run-start.js'
import type { Store } from '../store/store.js'
import { isLeftoverChild } from './leftover-children.js'
import type { ChildResultMessage } from './mail-input.js'

export interface OutboxOptions {
  readonly store: Store
  readonly clock: Clock
  /** Repeats until the database answers. */
  readonly persist: <T>(operation: () => Promise<T>) => Promise<T>
  readonly onTrouble: (error: unknown) => void
  readonly onProgress: () => void
}

type MessageRequest = Extract<OutgoingRequest, { type: 'message' }>

/** Left behind by others, read at once. */
const batchSize = 100
/** Runs that continued as new, one after the other, before a message is given up. */
const longestChain = 100
/** A child of a run before waits this long for its workflow id, and looks this often. */
const patienceMs = 30_000
const retryMs = 200

export class Outbox {
  readonly #options: OutboxOptions
  #queue: Outgoing[] = []
  /** Since when starts have been in the way of others. */
  readonly #waiting = new Map<string, number>()
  #running = false
  #stopped = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get busy(): boolean {
    return this.#running || this.#queue.length > 0
  }

  /** Requests of turns that are committed. */
  submit(requests: readonly Outgoing[]): void {
    if (requests.length === 0 || this.#stopped) return
    this.#queue.push(...requests)
    this.#run()
  }

  /** Takes up what dead workers have left behind. */
  async takeUp(): Promise<void> {
    if (this.#running || this.#stopped) return
    this.submit(await this.#options.persist(() => this.#options.store.readOutgoing(batchSize)))
  }

  stop(): void {
    this.#stopped = true
    this.#queue = []
  }

  #run(): void {
    if (this.#running) return
    this.#running = true
    void this.#carryOutAll()
      .catch((error: unknown) => {
        if (!this.#stopped) this.#options.onTrouble(error)
      })
      .finally(() => {
        this.#running = false
        this.#options.onProgress()
        if (this.#queue.length > 0 && !this.#stopped) this.#run()
      })
  }

  async #carryOutAll(): Promise<void> {
    while (this.#queue.length > 0 && !this.#stopped) {
      const batch = this.#queue
      this.#queue = []
      await this.#options.persist(() => this.#carryOut(batch))
    }
  }

  async #carryOut(batch: readonly Outgoing[]): Promise<void> {
    const { store, clock } = this.#options
    const asked = batch.flatMap((each) => (each.request.type === 'start' ? [{ each, start: each.request.start }] : []))
    const outcomes = asked.length === 0 ? [] : await store.startRuns(asked.map(({ start }) => start))
    const later = new Set<Outgoing>()
    for (const [index, { each, start }] of asked.entries())
      if (await this.#waits(each, start, outcomes[index])) later.add(each)
    const refusals = await Promise.all(
      asked.map(({ each, start }, index) => (later.has(each) ? undefined : this.#refusal(start, outcomes[index]))),
    )
    const messages = batch.flatMap(({ request }) => (request.type === 'message' ? [request] : []))
    await this.#send([...refusals.flatMap((refusal) => refusal ?? []), ...messages])
    const done = batch.filter((each) => !later.has(each))
    await store.dropOutgoing(done.map(({ runId, position }) => ({ runId, position })))
    if (later.size > 0) clock.setTimer(retryMs, () => this.submit([...later]))
  }

  /** Whether a start is to be tried again, because what is in its way is about to end. */
  async #waits(request: Outgoing, start: RunStart, outcome: StartOutcome | undefined): Promise<boolean> {
    const { store, clock } = this.#options
    const name = `${request.runId}/${request.position}`
    const since = this.#waiting.get(name) ?? clock.now()
    const waits =
      outcome?.type === 'conflict' && clock.now() - since < patienceMs && (await isLeftoverChild(store, start, outcome))
    if (waits) this.#waiting.set(name, since)
    else this.#waiting.delete(name)
    return waits
  }

  /** What the parent of a child that can't be started is told. */
  async #refusal(start: RunStart, outcome: StartOutcome | undefined): Promise<MessageRequest | undefined> {
    const { parent } = start
    if (parent === undefined || outcome === undefined) return undefined
    const message = await this.#refusalText(start, outcome)
    if (message === undefined) return undefined
    const failure = JSON.stringify({ type: 'ChildNotStarted', message, code: 'FOLIOT_CHILD_NOT_STARTED' })
    const data: ChildResultMessage = {
      childId: parent.childId,
      runId: start.runId,
      outcome: { type: 'not-started', failure },
    }
    return {
      type: 'message',
      to: { runId: parent.runId },
      follows: 'resets',
      message: { kind: 'child-result', key: childResultKey(parent.childId, start.runId), data: JSON.stringify(data) },
    }
  }

  async #refusalText({ workflowId, workflowType }: RunStart, outcome: StartOutcome): Promise<string | undefined> {
    switch (outcome.type) {
      case 'started':
      case 'existing':
        return undefined
      case 'conflict':
        return `A run of the workflow id ${JSON.stringify(workflowId)} is open already (${outcome.runId}).`
      case 'reuse-refused':
        return `The workflow id ${JSON.stringify(workflowId)} was used by run ${outcome.runId}, which is ${outcome.status}.`
      case 'unknown-workflow': {
        const meant = closestName(workflowType, await this.#options.store.workflowTypes())
        return (
          `No bundle in this database has the workflow ${JSON.stringify(workflowType)}.` +
          (meant === undefined ? '' : ` Did you mean ${meant}?`)
        )
      }
    }
  }

  async #send(requests: readonly MessageRequest[]): Promise<void> {
    const { store } = this.#options
    let left = await this.#address(requests)
    for (let link = 0; left.length > 0 && link < longestChain; link += 1) {
      const outcomes = await store.sendMessages(left.map(({ message }) => message))
      const missed = left.filter(({ follows }, index) => follows !== false && outcomes[index]?.type === 'not-open')
      if (missed.length === 0) return
      const runs = await store.describeRuns(missed.map(({ message }) => ({ runId: message.runId })))
      left = missed.flatMap(({ follows, message }, index) => {
        const { nextRunId, status } = runs[index] ?? {}
        const stays = follows === 'resets' && status === 'continued-as-new'
        return nextRunId === undefined || stays ? [] : [{ follows, message: { ...message, runId: nextRunId } }]
      })
    }
  }

  async #address(
    requests: readonly MessageRequest[],
  ): Promise<readonly { readonly follows: boolean | 'resets'; readonly message: OutgoingMessage }[]> {
    const byId = requests.filter(({ to }) => 'workflowId' in to)
    const runs = byId.length === 0 ? [] : await this.#options.store.describeRuns(byId.map(({ to }) => to))
    const runIds = new Map(byId.map((request, index) => [request, runs[index]?.runId]))
    return requests.flatMap((request) => {
      const runId = 'runId' in request.to ? request.to.runId : runIds.get(request)
      return runId === undefined ? [] : [{ follows: request.follows, message: { ...request.message, runId } }]
    })
  }
}
