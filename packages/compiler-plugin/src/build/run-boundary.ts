// The line in a bundle between what is loaded once, Foliot's runtime and the author's modules that hold no state, and what
// is loaded for each run: the other modules of the author. esbuild puts modules in the order of their imports, so a module
// between the two marks the place, and what comes behind its mark is put into a function. Loading the runtime for each run
// cost 0.3 ms and 29 KB, loading the author's classes half of what was left.
import { runtimeModule, workflowModule } from '../modules/framework-module.js'
import { declaredBefore } from './declared-before.js'
import type { CodeEdit } from './edit-code.js'

export const boundaryModule = 'foliot:boundary'
/** Where the author's part leaves its `activate`. */
export const outName = '__foliot_out'

/** A statement that no step of a build changes, moves or makes. */
const mark = 'debugger;'
const end = '})();'

export const boundaryText = `
import * as api from '${workflowModule}'
import { beginRegistration, keepRegistered, reachable } from '${runtimeModule}'
__foliot.harden([...Object.values(api), ...reachable])
keepRegistered()
${mark}
beginRegistration()
`

/** The edits that make a function of everything behind the mark, and freeze what the author declared before it. */
export const boundaryEdits = (code: string, isAuthors: (offset: number) => boolean): readonly CodeEdit[] => {
  const start = code.indexOf(mark)
  const stop = code.lastIndexOf(end)
  if (start === -1 || stop < start) throw new Error('The bundle lacks its boundary: esbuild puts it out otherwise.')
  const shared = declaredBefore(code, start)
    .filter((declared) => isAuthors(declared.start))
    .map(({ name }) => name)
  const freezing = shared.length === 0 ? '' : `__foliot.harden([${shared.join(',')}]);`
  return [
    { start, removed: mark.length, inserted: `${freezing}return{instantiate(${outName},globalThis,global,self){` },
    { start: stop, removed: 0, inserted: '}}' },
  ]
}
