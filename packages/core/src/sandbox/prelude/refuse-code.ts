// eval and the four function constructors: they are there, because packages look at them, and refuse by name. V8 would
// refuse too (codeGeneration: { strings: false }), with an error that says less.
import { absentGlobal } from '../../base/absent-global.js'
import { defineMembers, replaceConstructor } from './define-members.js'

const refusing = (original: object, prototype: object): object => {
  function refuse(): never {
    throw absentGlobal('Function')
  }
  replaceConstructor(prototype, refuse, original)
  return refuse
}

export const installRefusals = (global: object): void => {
  const functions = [function* () {}, async function () {}, async function* () {}] as const
  const FunctionStandIn = refusing(Function, Function.prototype)
  for (const sample of functions) {
    const prototype = Object.getPrototypeOf(sample) as object
    const constructor = Reflect.get(prototype, 'constructor') as object
    Object.setPrototypeOf(refusing(constructor, prototype), FunctionStandIn)
  }
  defineMembers(global, {
    Function: FunctionStandIn,
    eval: (): never => {
      throw absentGlobal('eval')
    },
  })
}

/** What `import(…)` becomes: see disarm-import.ts. */
export const refuseImport = (): Promise<never> => Promise.reject(absentGlobal('import()'))
