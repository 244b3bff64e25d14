// A client's store that sends a wake message after what it was given: for workers that aren't always on.
import { approximateTimeMs } from '../base/system-clock.js'
import type { RunStart } from '../store/run-start.js'
import type { Store } from '../store/store.js'
import { wakeMessage } from '../wake/wake-message.js'
import { hopDelayMs, type WakeTransport } from '../wake/wake-transport.js'

export const wakingStore = (store: Store, transport: WakeTransport): Store => {
  const lookAt = async (taskQueue: string, delayMs: number, runId: string): Promise<void> => {
    try {
      // This process's idea of the time is good enough: whoever receives the message goes by the rows.
      const message = wakeMessage(taskQueue, delayMs === 0 ? undefined : approximateTimeMs() + delayMs, runId)
      await transport.send(message, hopDelayMs(transport, delayMs))
    } catch (error) {
      process.emitWarning(
        `The database has what was sent to run ${runId}, but no wake message for the task queue ` +
          `${JSON.stringify(taskQueue)} could be sent, so it waits until a worker looks: ${String(error)}`,
        { type: 'FoliotWarning', code: 'FOLIOT_WAKE_NOT_SENT' },
      )
    }
  }

  const lookAtRuns = async (runIds: readonly string[]): Promise<void> => {
    if (runIds.length === 0) return
    // What was accepted stands, whether or not its task queue can be found.
    const runs = await store.describeRuns(runIds.map((runId) => ({ runId }))).catch(() => [])
    const byQueue = new Map(runs.flatMap((run) => (run === undefined ? [] : [[run.taskQueue, run.runId] as const])))
    await Promise.all([...byQueue].map(([taskQueue, runId]) => lookAt(taskQueue, 0, runId)))
  }

  const waking: Pick<Store, 'startRuns' | 'sendMessages' | 'operate' | 'resetRun' | 'ask'> = {
    startRuns: async (starts) => {
      const outcomes = await store.startRuns(starts)
      const started = starts.filter((_, index) => outcomes[index]?.type === 'started')
      await Promise.all(started.map((start) => lookAt(start.taskQueue, delayOf(start), start.runId)))
      return outcomes
    },
    sendMessages: async (messages) => {
      const outcomes = await store.sendMessages(messages)
      await lookAtRuns(messages.filter((_, index) => outcomes[index]?.type === 'sent').map(({ runId }) => runId))
      return outcomes
    },
    operate: async (message) => {
      const outcome = await store.operate(message)
      if (outcome.type === 'sent') await lookAtRuns([message.runId])
      return outcome
    },
    resetRun: async (reset) => {
      const outcome = await store.resetRun(reset)
      if (outcome.type === 'reset') await lookAtRuns([reset.newRunId])
      return outcome
    },
    ask: async (question) => {
      const outcome = await store.ask(question)
      await lookAtRuns([question.runId])
      return outcome
    },
  }

  return new Proxy(store, {
    get: (target, name) => {
      if (Object.hasOwn(waking, name)) return Reflect.get(waking, name) as unknown
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

const delayOf = ({ delayMs, startAt }: RunStart): number =>
  delayMs ?? (startAt === undefined ? 0 : Math.max(0, startAt - approximateTimeMs()))
