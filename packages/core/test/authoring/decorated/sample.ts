// Decorated classes that both conventions compile; see decorator-conventions.test.ts.
import { activitySet } from '../../../src/authoring/activity-set.js'
import { Activities } from '../../../src/authoring/activities-decorator.js'
import { Activity } from '../../../src/authoring/activity-decorator.js'
import { Query } from '../../../src/authoring/query-decorator.js'
import { Run } from '../../../src/authoring/run-decorator.js'
import { Workflow } from '../../../src/authoring/workflow-decorator.js'
import { workflowDefinition } from '../../../src/authoring/workflow-definition.js'

abstract class Base {
  protected stageName = 'first'

  @Run() async run(n: number): Promise<number> {
    return n
  }

  @Query() stage(): string {
    return this.stageName
  }
}

@Workflow('derived')
class Derived extends Base {
  @Query({ name: 'how-far' }) progress(): number {
    return 1
  }

  override stage(): string {
    return 'derived'
  }
}

@Workflow('sibling')
class Sibling extends Base {
  @Query() other(): number {
    return 2
  }
}

@Activities('email')
class EmailActivities {
  readonly from: string
  constructor(from: string) {
    this.from = from
  }

  @Activity() sendWelcome(userId: number): string {
    return `${this.from}:${userId}`
  }

  @Activity({ name: 'send' }) sendFollowup(): string {
    return 'followup'
  }

  notAnActivity(): void {}
}

class FakeEmail extends EmailActivities {
  override sendWelcome(userId: number): string {
    return `fake:${userId}`
  }
}

const describe = (workflow: unknown): unknown => {
  const { type, run, queries } = workflowDefinition(workflow)
  return { type, run, queries: Object.fromEntries(queries) }
}

export const observed = {
  derived: describe(Derived),
  sibling: describe(Sibling),
  email: [...activitySet(new EmailActivities('a'))].map(([name, activity]) => [name, activity(1)]),
  fake: [...activitySet([new FakeEmail('a')])].map(([name, activity]) => [name, activity(1)]),
}
