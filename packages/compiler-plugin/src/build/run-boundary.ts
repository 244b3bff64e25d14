// The line in a bundle between what is loaded once, Foliot's runtime, and what is loaded for each run, the author's
// modules. esbuild puts modules in the order of their imports, so a module between the two marks the place, and what
// comes behind its mark is put into a function. Loading the runtime for each run cost 0.3 ms and 29 KB.
import { runtimeModule, workflowModule } from '../modules/framework-module.js'
import type { CodeEdit } from './edit-code.js'

export const boundaryModule = 'foliot:boundary'
/** Where the author's part leaves its `activate`. */
export const outName = '__foliot_out'

/** A statement that no step of a build changes, moves or makes. */
const mark = 'debugger;'
const end = '})();'

export const boundaryText = `
import * as api from '${workflowModule}'
import { beginRegistration, reachable } from '${runtimeModule}'
__foliot.harden([...Object.values(api), ...reachable])
${mark}
beginRegistration()
`

/** The edits that make a function of everything behind the mark. */
export const boundaryEdits = (code: string): readonly CodeEdit[] => {
  const start = code.indexOf(mark)
  const stop = code.lastIndexOf(end)
  if (start === -1 || stop < start) throw new Error('The bundle lacks its boundary: esbuild puts it out otherwise.')
  const opening = `return{instantiate(${outName},globalThis,global,self){`
  return [
    { start, removed: mark.length, inserted: opening },
    { start: stop, removed: 0, inserted: '}}' },
  ]
}
