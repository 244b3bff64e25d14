import { describe, expect, it } from 'vitest'
import { eachInRealm } from './in-realm.js'
import { execute, resultOf, startTask } from './sandbox-run.js'
import { InThreadHost } from '../../src/sandbox/in-thread-host.js'
import { workflowBundle } from './workflow-bundle.js'

// [TRAPS 45] Code that assigns what frozen prototypes hold.
const styles: Readonly<Record<string, readonly [code: string, expected: unknown]>> = {
  'an error class that sets its name': [
    `class E extends Error { constructor() { super('m'); this.name = 'E'; this.message = 'n' } }
     const e = new E(); return [e.name, e.message, String(e), e instanceof Error, e.constructor === E]`,
    ['E', 'n', 'E: n', true, true],
  ],
  'an error class with an own toString': [
    `class E extends Error {}; const e = new E('x'); e.toString = () => 'mine'; return String(e)`,
    'mine',
  ],
  'an error made in the old way': [
    `function E(message) { this.message = message; Error.captureStackTrace(this, E) }
     E.prototype = Object.create(Error.prototype); E.prototype.constructor = E; E.prototype.name = 'E'
     const e = new E('old'); return [String(e), e instanceof Error, typeof e.stack]`,
    ['E: old', true, 'string'],
  ],
  'an object with an own toString': [
    `const o = {}; o.toString = () => 'own'; o.valueOf = () => 5; return [String(o), o + 1]`,
    ['own', 6],
  ],
  'an object with an own hasOwnProperty and constructor': [
    `const o = {}; o.hasOwnProperty = () => 'own'; o.constructor = 'c'; return [o.hasOwnProperty(), o.constructor]`,
    ['own', 'c'],
  ],
  'exports assigned to a plain object': [
    `const exports = {}; exports.toString = 1; exports.isPrototypeOf = 2; return exports`,
    { toString: 1, isPrototypeOf: 2 },
  ],
  'a function with own name, bind and call': [
    `const f = () => 1; f.bind = 'b'; f.call = 'c'; f.apply = 'a'; f.toString = () => 't'; return [f.bind, String(f)]`,
    ['b', 't'],
  ],
  'inheritance through util.inherits': [
    `const inherits = (C, P) => { C.super_ = P; C.prototype = Object.create(P.prototype, { constructor: { value: C, writable: true } }) }
     function Base() {}; Base.prototype.toString = () => 'base'; function Derived() {}; inherits(Derived, Base); return String(new Derived())`,
    'base',
  ],
  'a Map and an Array subclass with overrides by assignment': [
    `class M extends Map {}; M.prototype.get = () => 'got'; class A extends Array {}; A.prototype.push = function () { return 'pushed' }
     const array = []; array.concat = 'c'; return [new M().get(1), new A().push(1), array.concat]`,
    ['got', 'pushed', 'c'],
  ],
  'instances of the platform’s classes with own properties': [
    `const signal = new AbortController().signal; signal.addEventListener = 'mine'; const target = new EventTarget(); target.dispatchEvent = 'mine'
     const url = new URL('https://a.example'); url.toString = () => 'mine'; class T extends EventTarget { constructor() { super(); this.toString = () => 't' } }
     return [signal.addEventListener, target.dispatchEvent, String(url), String(new T())]`,
    ['mine', 'mine', 'mine', 't'],
  ],
  'Error.stackTraceLimit and prepareStackTrace assigned': [
    `'use strict'; const limit = Error.stackTraceLimit; Error.stackTraceLimit = 0; Error.prepareStackTrace = () => 'mine'
     const { stack } = new Error('x'); return [stack.startsWith('Error: x\\n    at '), typeof limit]`,
    [true, 'number'],
  ],
  'protobuf-style messages': [
    `function Message(properties) { if (properties) for (const key of Object.keys(properties)) if (properties[key] != null) this[key] = properties[key] }
     Message.prototype.id = 0; Message.prototype.name = ''; Message.prototype.constructor = Message
     Message.create = (properties) => new Message(properties); Message.toObject = (message) => ({ id: message.id, name: message.name })
     Message.prototype.toJSON = function () { return this.constructor.toObject(this) }
     Message.prototype.toString = function () { return JSON.stringify(this) }
     return String(Message.create({ id: 7, name: 'seven' }))`,
    '{"id":7,"name":"seven"}',
  ],
  'lodash-style global detection and guards': [
    `const freeGlobal = typeof global == 'object' && global && global.Object === Object && global
     const freeSelf = typeof self == 'object' && self && self.Object === Object && self
     const root = freeGlobal || freeSelf || Function('return this')()
     const hasBuffer = typeof root.Buffer !== 'undefined', proc = typeof process !== 'undefined'
     root._ = 'installed'; return [root === globalThis, hasBuffer, proc, globalThis._]`,
    [true, false, false, 'installed'],
  ],
  'sloppy code': [
    `const f = new (class { constructor() { this.x = 1 } })(); return [(function () { return typeof this })(), f.x]`,
    ['object', 1],
  ],
}

const outcomes = eachInRealm(Object.values(styles).map(([code]) => code))

describe('ordinary code runs under hardening', () => {
  it.each(Object.entries(styles))('%s', (_, [code, expected]) => {
    expect(outcomes.get(code)?.()).toEqual(expected)
  })

  it('lodash itself', async () => {
    const bundle = await workflowBundle(`
      import _ from 'lodash'
      import { Workflow, Run } from '@foliot/core/workflow'
      @Workflow('lodash') export class Lodash {
        @Run() async run() {
          const copy = _.cloneDeep({ a: [new Date(0), new Map([[1, 2]])] })
          return [_.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')), copy.a[1].get(1), typeof _.template, _.uniqueId('x'), _.merge({ a: 1 }, { b: 2 })]
        }
      }`)
    const host = new InThreadHost()
    await host.loadBundle(bundle)
    expect(resultOf(await execute(host, startTask(bundle, 'run-1', 'lodash')))).toEqual([
      { odd: [1, 3], even: [2] },
      2,
      'function',
      'x1',
      { a: 1, b: 2 },
    ])
  })
})
