// The types of the decorators under the standard convention; tsc checks this file with the other tests. What both
// conventions share is checked by decorator-conventions.test.ts.
import { expectTypeOf, test } from 'vitest'
import { Activities } from '../../src/authoring/activities-decorator.js'
import { Activity } from '../../src/authoring/activity-decorator.js'
import { Query } from '../../src/authoring/query-decorator.js'
import { Run } from '../../src/authoring/run-decorator.js'
import type {
  WorkflowArgs,
  WorkflowClass,
  WorkflowQueryName,
  WorkflowResult,
} from '../../src/authoring/workflow-class.js'
import { Workflow } from '../../src/authoring/workflow-decorator.js'

@Workflow('onboarding')
class Onboarding {
  #stage = 'welcome'

  @Run()
  async run(userId: number, tags?: string[]): Promise<{ readonly status: string }> {
    this.#stage = await this.helper()
    return { status: `${userId} ${tags?.join()}` }
  }

  @Query() stage() {
    return this.#stage
  }

  @Query({ name: 'length' }) stageLength(of: string): number {
    return of.length
  }

  async helper() {
    return 'x'
  }
}

@Workflow('other')
class OtherName {
  @Run() async execute(): Promise<number> {
    return 1
  }
}

@Activities('email')
class EmailActivities {
  readonly from: string
  constructor(from: string) {
    this.from = from
  }
  @Activity() async sendWelcome(input: { userId: number }): Promise<string> {
    return `${this.from} ${input.userId}`
  }
  @Activity({ name: 'ping' }) check(): void {}
}

const start = <W extends object>(_: WorkflowClass<W>, args: WorkflowArgs<W>): WorkflowResult<W> =>
  args as WorkflowResult<W>

test('a workflow class gives its arguments, its result and its queries to those who call it', () => {
  expectTypeOf<WorkflowArgs<Onboarding>>().toEqualTypeOf<[userId: number, tags?: string[] | undefined]>()
  expectTypeOf<WorkflowResult<Onboarding>>().toEqualTypeOf<{ readonly status: string }>()
  expectTypeOf<WorkflowQueryName<Onboarding>>().toEqualTypeOf<'stage' | 'stageLength'>()
  expectTypeOf(start(Onboarding, [1])).toEqualTypeOf<{ readonly status: string }>()
  // @ts-expect-error the argument is a number
  start(Onboarding, ['1'])
  // @ts-expect-error the argument is missing
  start(Onboarding, [])
})

test('a run method of another name is taken loosely', () => {
  expectTypeOf<WorkflowArgs<OtherName>>().toEqualTypeOf<readonly unknown[]>()
  expectTypeOf<WorkflowResult<OtherName>>().toEqualTypeOf<unknown>()
  start(OtherName, [1, 'a'])
})

test('decorators leave the class and its methods as they are', () => {
  expectTypeOf(new Onboarding().stage()).toEqualTypeOf<string>()
  expectTypeOf(new EmailActivities('a').sendWelcome).parameters.toEqualTypeOf<[{ userId: number }]>()
})

export const refused = (): void => {
  // @ts-expect-error a workflow needs a name
  Workflow()

  // @ts-expect-error a workflow is constructed without arguments
  @Workflow('needs-arguments')
  class NeedsArguments {
    readonly n: number
    constructor(n: number) {
      this.n = n
    }
  }

  // @ts-expect-error an abstract class can't run
  @Workflow('abstract')
  abstract class Abstract {}

  class Misplaced {
    // @ts-expect-error a run method belongs to an instance
    @Run() static execute() {}
    // @ts-expect-error a private method can't be called
    @Run() #run() {}
    // @ts-expect-error a field isn't a method
    @Run() field = () => 1
    // @ts-expect-error a query is synchronous
    @Query() async later() {
      return 1
    }
    // @ts-expect-error the parentheses are missing
    @Activity bare() {}
    use() {
      return this.#run
    }
  }
  void [NeedsArguments, Abstract, Misplaced]
}
