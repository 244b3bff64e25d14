// Carries out what committed turns ask of other runs, in their order: children are started, messages are sent. What this
// worker doesn't get to stays in the database, and any worker takes it from there.
import { closestName } from '../base/closest-name.js'
import type { OutgoingMessage } from '../store/message.js'
import type { Outgoing, OutgoingRequest } from '../store/outgoing.js'
import type { RunStart, StartOutcome } from '../store/run-start.js'
import type { Store } from '../store/store.js'
import type { ChildResultMessage } from './mail-input.js'

export interface OutboxOptions {
  readonly store: Store
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

export class Outbox {
  readonly #options: OutboxOptions
  #queue: Outgoing[] = []
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
    if (requests.length === 0) return
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
    const { store } = this.#options
    const starts = batch.flatMap(({ request }) => (request.type === 'start' ? [request.start] : []))
    const outcomes = starts.length === 0 ? [] : await store.startRuns(starts)
    const refusals = await Promise.all(starts.map((start, index) => this.#refusal(start, outcomes[index])))
    const messages = batch.flatMap(({ request }) => (request.type === 'message' ? [request] : []))
    await this.#send([...refusals.flatMap((refusal) => refusal ?? []), ...messages])
    await store.dropOutgoing(batch.map(({ runId, position }) => ({ runId, position })))
  }

  /** What the parent of a child that can't be started is told. */
  async #refusal(start: RunStart, outcome: StartOutcome | undefined): Promise<MessageRequest | undefined> {
    const { parent } = start
    if (parent === undefined || outcome === undefined) return undefined
    const message = await this.#refusalText(start, outcome)
    if (message === undefined) return undefined
    const failure = JSON.stringify({ type: 'ChildNotStarted', message, code: 'FOLIOT_CHILD_NOT_STARTED' })
    const data: ChildResultMessage = { childId: parent.childId, outcome: { type: 'not-started', failure } }
    return {
      type: 'message',
      to: { runId: parent.runId },
      follows: false,
      message: { kind: 'child-result', key: `child/${parent.childId}`, data: JSON.stringify(data) },
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
      const missed = left.filter(({ follows }, index) => follows && outcomes[index]?.type === 'not-open')
      if (missed.length === 0) return
      const runs = await store.describeRuns(missed.map(({ message }) => ({ runId: message.runId })))
      left = missed.flatMap(({ follows, message }, index) => {
        const nextRunId = runs[index]?.nextRunId
        return nextRunId === undefined ? [] : [{ follows, message: { ...message, runId: nextRunId } }]
      })
    }
  }

  async #address(
    requests: readonly MessageRequest[],
  ): Promise<readonly { readonly follows: boolean; readonly message: OutgoingMessage }[]> {
    const byId = requests.filter(({ to }) => 'workflowId' in to)
    const runs = byId.length === 0 ? [] : await this.#options.store.describeRuns(byId.map(({ to }) => to))
    const runIds = new Map(byId.map((request, index) => [request, runs[index]?.runId]))
    return requests.flatMap((request) => {
      const runId = 'runId' in request.to ? request.to.runId : runIds.get(request)
      return runId === undefined ? [] : [{ follows: request.follows, message: { ...request.message, runId } }]
    })
  }
}
