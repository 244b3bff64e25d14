// What the sandbox does not have, so that guards such as `typeof process` can be decided. Names that are listed here are
// undeclared inside a workflow; names of which the sandbox may offer a version are not.

export const absentGlobals: ReadonlySet<string> = new Set(
  (
    'process navigator Buffer module exports __dirname __filename Deno Bun importScripts WorkerGlobalScope ' +
    'fetch Request Response Headers FormData Blob File WebSocket EventSource XMLHttpRequest Worker MessageChannel ' +
    'MessagePort BroadcastChannel ReadableStream WritableStream TransformStream ' +
    'window document localStorage sessionStorage indexedDB ' +
    'setInterval clearInterval setImmediate clearImmediate scheduler ' +
    'WebAssembly Atomics SharedArrayBuffer WeakRef FinalizationRegistry Temporal'
  ).split(' '),
)
