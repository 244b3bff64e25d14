// A bundle: workflow code as data. Its id is the hash of its content (see bundle-hash.ts).

export interface BundleWorkflow {
  readonly type: string
  /** The class's name and file, relative to the project, for people. */
  readonly className: string
  readonly file: string
  /** Hash over the code this workflow reaches; unrelated edits leave it alone. */
  readonly hash: string
  /** Activity names and calendar names that the workflow's code uses literally. */
  readonly activities: readonly string[]
  readonly calendars: readonly string[]
}

export interface BundleManifest {
  readonly format: 1
  /** Version of the delivery protocol between the sandbox and the runtime inside the bundle. */
  readonly protocol: number
  /** Version of @foliot/core whose runtime is inside. */
  readonly runtime: string
  readonly workflows: readonly BundleWorkflow[]
  /** SHA-256 of the source map, in hex. */
  readonly mapHash: string
}

export interface Bundle {
  /** SHA-256 of code and manifest, in hex. */
  readonly hash: string
  /**
   * A script that leaves `var __foliot_bundle`, with `instantiate(out, globalThis, global, self)`: called for each run, it
   * loads the author's modules and leaves `out.activate(delivery: string): string`. What the script does before that,
   * loading the runtime, happens once for all runs of a realm. `activate` is synchronous: it drains the microtask queue
   * itself through `__foliot.drain()` (workflow/sandbox-globals.ts), then answers.
   */
  readonly code: string
  /** Source map (version 3) as JSON text, with sources relative to the project. */
  readonly map: string
  readonly manifest: BundleManifest
}
