// The entry point '@foliot/testing': workflows in tests, with time that skips.
export { mockActivities, type ActivityCall, type ActivityMocks, type MockedActivities } from '../mock-activities.js'
export type { WorkflowsOption } from '../test-bundles.js'
export { TestEnvironment, type TestEnvironmentOptions } from '../test-environment.js'
export { RunBlockedError } from '../run-blocked-error.js'
export { TestStalledError } from '../test-stalled-error.js'
