// What the sandbox's prelude gives to the runtime inside a bundle, once per run, under the name `__foliot`. The prelude
// (sandbox/) implements it with objects of the vm context; only strings come from the host.

export interface SandboxGlobals {
  /**
   * Runs this run's microtasks until none is left, before it returns. `activate` calls it, as often as it likes, between
   * taking a delivery and giving its answer; within a microtask it does nothing.
   */
  drain(): void
  /** Sets the virtual clock that Date, performance, Intl and Temporal read. Milliseconds since the epoch. */
  setTime(nowMs: number): void
  /** Seeds Math.random and crypto of this run. Called once, before the author's classes are constructed. */
  seed(seed: string): void
  /** Whether log lines and console output are dropped, as in replay. */
  setSilent(silent: boolean): void
  /** Runs `fn` with randomness from a separate stream, as queries and validators need it. */
  withSeparateRandom<T>(fn: () => T): T
  /** Runs `fn` with Date, Math.random and crypto reading the host's clock and entropy. */
  withHostTime<T>(fn: () => T): T
  /** Runs `fn` so that it, and all that goes on from it later, find the scope's id in `scopeId`. */
  enterScope<T>(scopeId: string, fn: () => T): T
  /** Of the innermost scope that the code on the stack was entered in; empty outside of all. */
  scopeId(): string
  /** Emits a log line of the run to the host, unless silent. `fields` is JSON text. */
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: string): void
  /** For an error that leaves the run: the named one, if it came of a global that workflows don't have; else itself. */
  explain(error: unknown): unknown
  /** Freezes values and all that they lead to: what the runs of a realm share. */
  harden(values: readonly unknown[]): void
  /** The runtime sets these, so that the virtual setTimeout and clearTimeout become durable timers. */
  hooks: {
    setTimeout?: (callback: () => void, delayMs: number) => number
    clearTimeout?: (handle: number) => void
  }
}
