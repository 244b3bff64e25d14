// Questions to runs in the memory store.
import type { Answer, AskOutcome, OpenQuestion, Question } from '../question.js'
import type { MemoryTables, WorkerRow } from './memory-tables.js'

export const askQuestion = (tables: MemoryTables, question: Question, now: number): AskOutcome => {
  if (!tables.runs.has(question.runId)) return 'no-run'
  tables.questions.set(question.queryId, { ...question, expiresAt: now + question.timeoutMs })
  return 'asked'
}

export const takeQuestions = (
  tables: MemoryTables,
  worker: WorkerRow,
  limit: number,
  now: number,
): readonly OpenQuestion[] => {
  const taken: OpenQuestion[] = []
  for (const { queryId, runId, name, args, expiresAt, answer } of tables.questions.values()) {
    if (expiresAt < now) tables.questions.delete(queryId)
    else if (answer === undefined && taken.length < limit && mayAnswer(tables, worker, runId)) {
      const bundle = tables.runs.get(runId)?.bundle
      taken.push({ queryId, runId, name, args, ...(bundle === undefined ? {} : { bundle }) })
    }
  }
  return taken
}

const mayAnswer = (tables: MemoryTables, worker: WorkerRow, runId: string): boolean => {
  const owner = tables.tasks.get(runId)?.owner ?? null
  return owner === null ? worker.taskQueues.includes(tables.runs.get(runId)?.taskQueue ?? '') : owner === worker.epoch
}

/** The first answer stands. */
export const answerQuestions = (tables: MemoryTables, answers: readonly Answer[]): void => {
  for (const { queryId, answer } of answers) {
    const question = tables.questions.get(queryId)
    if (question !== undefined) question.answer ??= answer
  }
}
