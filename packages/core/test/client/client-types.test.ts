import { describe, expectTypeOf, test } from 'vitest'
import type { Client } from '../../src/client/client.js'
import type { RunHandle, StartedRun } from '../../src/client/run-handle.js'

interface Receipt {
  readonly mails: number
}

class Onboarding {
  async run(userId: number, options?: { readonly drip: boolean }): Promise<Receipt> {
    return { mails: userId + Number(options?.drip) }
  }
}

class Nightly {
  run(): 'done' {
    return 'done'
  }
}

class OtherName {
  async execute(first: string): Promise<string> {
    return first
  }
}

class NeedsArguments {
  readonly mailer: string
  constructor(mailer: string) {
    this.mailer = mailer
  }
  async run(): Promise<void> {}
}

// The compiler checks what stands here; it is never called.
const calls = (client: Client) => ({
  onboarding: () => client.start(Onboarding, { workflowId: 'a', args: [42, { drip: true }] }),
  nightly: () => client.start(Nightly, { workflowId: 'a', delay: { hours: 2 }, conflict: 'use-existing' }),
  otherName: () => client.start(OtherName, { workflowId: 'a', args: ['x'] }),
  byName: () => client.start<Receipt>('onboarding', { workflowId: 'a', args: [42] }),
  // @ts-expect-error: the argument is a number
  wrongArgument: () => client.start(Onboarding, { workflowId: 'a', args: ['42'] }),
  // @ts-expect-error: the first argument isn't optional
  noArguments: () => client.start(Onboarding, { workflowId: 'a' }),
  // @ts-expect-error: it takes two arguments at most
  tooMany: () => client.start(Onboarding, { workflowId: 'a', args: [1, { drip: true }, 3] }),
  // @ts-expect-error: it takes none
  needless: () => client.start(Nightly, { workflowId: 'a', args: [1] }),
  // @ts-expect-error: a run needs a workflow id
  noId: () => client.start(Nightly, {}),
  // @ts-expect-error: an unknown option
  unknownOption: () => client.start(Nightly, { workflowId: 'a', priorty: 1 }),
  // @ts-expect-error: months aren't durations
  calendar: () => client.start(Nightly, { workflowId: 'a', delay: '2 months' }),
  // @ts-expect-error: a workflow class is constructed without arguments
  notAWorkflow: () => client.start(NeedsArguments, { workflowId: 'a' }),
  // @ts-expect-error: an instance isn't a class
  instance: () => client.start(new Nightly(), { workflowId: 'a' }),
})

void calls

type Calls = ReturnType<typeof calls>

describe('Client', () => {
  test('types args and result by the class', () => {
    expectTypeOf<Calls['onboarding']>().returns.resolves.toEqualTypeOf<StartedRun<Receipt>>()
    expectTypeOf<Calls['nightly']>().returns.resolves.toEqualTypeOf<StartedRun<'done'>>()
    expectTypeOf<Calls['otherName']>().returns.resolves.toEqualTypeOf<StartedRun>()
    expectTypeOf<Calls['byName']>().returns.resolves.toEqualTypeOf<StartedRun<Receipt>>()
    expectTypeOf<StartedRun<Receipt>['result']>().returns.resolves.toEqualTypeOf<Receipt>()
    expectTypeOf<StartedRun['runId']>().toEqualTypeOf<string>()
  })

  test('types a handle by its class or its result', () => {
    const handles = (client: Client) => ({
      byClass: client.run<typeof Onboarding>({ workflowId: 'a' }),
      byResult: client.run<Receipt>('id'),
      untyped: client.run('id'),
    })
    void handles
    type Handles = ReturnType<typeof handles>
    expectTypeOf<Handles['byClass']>().toEqualTypeOf<RunHandle<Receipt>>()
    expectTypeOf<Handles['byResult']>().toEqualTypeOf<RunHandle<Receipt>>()
    expectTypeOf<Handles['untyped']>().toEqualTypeOf<RunHandle>()
    expectTypeOf<RunHandle['runId']>().toEqualTypeOf<string | undefined>()
  })
})
