// The types that callers infer from a workflow class. A decorator can't change a class's type, so they look for a method
// named `run`; a class whose run method has another name is accepted with arguments of any type.

/** A class decorated with `@Workflow`. */
export interface WorkflowClass<Workflow extends object = object> {
  new (): Workflow
  readonly name: string
}

/** The parameters of a workflow's run method. */
export type WorkflowArgs<Workflow> = Workflow extends { run(...args: infer Args): unknown } ? Args : readonly unknown[]

/** What a workflow's run method resolves to. */
export type WorkflowResult<Workflow> = Workflow extends { run(...args: never[]): infer Result }
  ? Awaited<Result>
  : unknown

/** The names of the methods of a workflow that can be queries. */
export type WorkflowQueryName<Workflow> = {
  [Name in keyof Workflow & string]: Workflow[Name] extends (...args: never[]) => infer Result
    ? Result extends PromiseLike<unknown>
      ? never
      : Name
    : never
}[keyof Workflow & string]
