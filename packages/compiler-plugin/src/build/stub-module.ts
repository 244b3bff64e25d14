// What a bundle holds in place of a module that can't run in a workflow. Loading it and reading from it is harmless, so
// that a package which only mentions it works; a call says what happened, with the code of the sandbox's own errors.

export const stubModule = (specifier: string, rule: string, advice: string): string => {
  const message = `${specifier} doesn't exist in workflow code (${rule}). ${advice}`
  return `const refuse = (name) => {
  const error = Object.assign(new Error(name + '(): ' + ${JSON.stringify(message)}), { name: 'AbsentGlobalError', code: 'FOLIOT_ABSENT_GLOBAL' })
  throw Object.defineProperty(error, Symbol.for('foliot.error'), { value: true })
}
const stub = (name) => {
  const members = new Map([['toString', () => name]])
  return new Proxy(function () {}, {
    get(target, key) {
      if (key === 'prototype') return target.prototype
      if (typeof key === 'symbol' || key === '__esModule' || key === 'then') return undefined
      if (!members.has(key)) members.set(key, stub(name + '.' + key))
      return members.get(key)
    },
    has: () => true,
    apply: () => refuse(name),
    construct: () => refuse(name),
    set: () => refuse(name),
    defineProperty: () => refuse(name),
  })
}
module.exports = Object.create(stub(${JSON.stringify(specifier)}))
`
}
