// The statements of the store for one schema, their texts made once.
import { CommitStatements } from './commit/commit-statement.js'
import { quoteSchema } from './schema-name.js'
import {
  insertBundleStatement,
  loadBundleStatement,
  lockCurrentStatement,
  setCurrentStatement,
  workflowTypesStatement,
} from './statements/bundles.js'
import { claimActivitiesStatement } from './statements/claim-activities.js'
import { claimRunsStatement } from './statements/claim-runs.js'
import { clockStatement, nextWakeStatement } from './statements/clock.js'
import { deleteRunsStatement } from './statements/delete-runs.js'
import { describeRunsStatement } from './statements/describe-runs.js'
import { expiredRunsStatement } from './statements/expired-runs.js'
import { dropOutgoingStatement, readOutgoingStatement } from './statements/outbox.js'
import {
  answerQuestionsStatement,
  askStatement,
  dropQuestionsStatement,
  readAnswersStatement,
  takeQuestionsStatement,
} from './statements/questions.js'
import { inspectRunStatement } from './statements/inspect-run.js'
import { readHistoriesStatement, readHistoryStatement } from './statements/read-history.js'
import { readMailStatement } from './statements/read-mail.js'
import { freeOwnStatement, registerWorkerStatement, removeWorkerStatement } from './statements/register-worker.js'
import { resetStatements } from './statements/reset-run.js'
import { sendMessagesStatement } from './statements/send-messages.js'
import { heartbeatStatement, settleResultsStatement, settleRetriesStatement } from './statements/settle-activities.js'
import {
  explainStartsStatement,
  lastRunStatement,
  startRunsStatement,
  startWithExtrasStatement,
} from './statements/start-runs.js'
import { takeDutyStatement } from './statements/take-duty.js'
import { tickStatement } from './statements/tick.js'
import { readOperationsStatement, recordOperationStatement } from './statements/operations.js'
import { readUpdateOutcomesStatement } from './statements/update-outcomes.js'

export const statementsFor = (schema: string) => {
  const s = quoteSchema(schema)
  return {
    answerQuestions: answerQuestionsStatement(s),
    ask: askStatement(s),
    dropQuestions: dropQuestionsStatement(s),
    readAnswers: readAnswersStatement(s),
    readOutgoing: readOutgoingStatement(s),
    dropOutgoing: dropOutgoingStatement(s),
    readUpdateOutcomes: readUpdateOutcomesStatement(s),
    recordOperation: recordOperationStatement(s),
    readOperations: readOperationsStatement(s),
    takeQuestions: takeQuestionsStatement(s),
    claimActivities: claimActivitiesStatement(s),
    claimRuns: claimRunsStatement(s),
    clock: clockStatement(s),
    commit: new CommitStatements(s),
    deleteRuns: deleteRunsStatement(s),
    describeRuns: describeRunsStatement(s),
    expiredRuns: expiredRunsStatement(s),
    explainStarts: explainStartsStatement(s),
    freeOwn: freeOwnStatement(s),
    heartbeatActivities: heartbeatStatement(s),
    inspectRun: inspectRunStatement(s),
    insertBundle: insertBundleStatement(s),
    lastRun: lastRunStatement(s),
    loadBundle: loadBundleStatement(s),
    lockCurrent: lockCurrentStatement(s),
    nextWake: nextWakeStatement(s),
    readHistories: readHistoriesStatement(s),
    readHistory: readHistoryStatement(s),
    readMail: readMailStatement(s),
    registerWorker: registerWorkerStatement(s),
    removeWorker: removeWorkerStatement(s),
    resetRun: resetStatements(s),
    sendMessages: sendMessagesStatement(s),
    setCurrent: setCurrentStatement(s),
    settleResults: settleResultsStatement(s),
    settleRetries: settleRetriesStatement(s),
    startRuns: startRunsStatement(s),
    startWithExtras: startWithExtrasStatement(s),
    takeDuty: takeDutyStatement(s),
    tick: tickStatement(s),
    workflowTypes: workflowTypesStatement(s),
  }
}

export type Statements = ReturnType<typeof statementsFor>
