// The script of a sandbox thread: takes requests one after the other and answers them.
import { parentPort, workerData } from 'node:worker_threads'
import { RunMachine } from '../engine/run-machine.js'
import type { WorkflowLogLine } from '../engine/sandbox-host.js'
import { writeAnswers } from './answer-text.js'
import { BundleInvalidError } from './bundle-invalid-error.js'
import { threadMemory } from './memory-gauge.js'
import { ProgressBoard } from './progress-board.js'
import { RealmRunner } from './realm-runner.js'
import { readTasks } from './task-text.js'
import type { FromThread, ThreadReply, ThreadRequest, ThreadSetup, ToThread } from './thread-message.js'

const { progress, cacheBytes } = workerData as ThreadSetup
const board = new ProgressBoard(progress)
let log: WorkflowLogLine[] = []

const runner = new RealmRunner({
  makeMachine: (options) => new RunMachine(options),
  cacheBytes,
  memory: threadMemory,
  progress: board,
  onLog: (line) => log.push(line),
})

const handle = async (request: ThreadRequest): Promise<ThreadReply> => {
  switch (request.type) {
    case 'load':
      await runner.load(request.bundle)
      return { type: 'loaded' }
    case 'execute': {
      const answers = writeAnswers(await runner.execute(readTasks(request.tasks)))
      const lines = log
      log = []
      return { type: 'executed', answers, log: lines }
    }
    case 'query':
      return { type: 'queried', reply: runner.query(request.task) }
    case 'stats':
      return { type: 'stats', stats: runner.stats() }
  }
}

const failed = (error: unknown): ThreadReply =>
  BundleInvalidError.is(error)
    ? { type: 'invalid', why: error.why }
    : { type: 'failed', message: error instanceof Error ? error.message : String(error) }

const answer = async (id: number, request: ThreadRequest): Promise<void> => {
  board.requestBegins(id)
  const reply = await handle(request).catch(failed)
  board.rests()
  parentPort?.postMessage({ id, reply } satisfies FromThread)
}

parentPort?.on('message', (message: ToThread) => {
  if (message.id === null) runner.drop(message.drop)
  else void answer(message.id, message.request)
})
