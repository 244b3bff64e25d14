// The intrinsics that no global name leads to, by the names that the language's specification gives them.

const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object

export const hiddenIntrinsics = (): ReadonlyMap<string, object> => {
  const segments = new Intl.Segmenter('en').segment('')
  const generator = prototypeOf(function* () {})
  const asyncGenerator = prototypeOf(async function* () {})
  const asyncFunction = prototypeOf(async () => undefined)
  const arrayIterator = prototypeOf([][Symbol.iterator]())
  return new Map([
    ['%IteratorPrototype%', prototypeOf(arrayIterator)],
    ['%ArrayIteratorPrototype%', arrayIterator],
    ['%StringIteratorPrototype%', prototypeOf(''[Symbol.iterator]())],
    ['%MapIteratorPrototype%', prototypeOf(new Map()[Symbol.iterator]())],
    ['%SetIteratorPrototype%', prototypeOf(new Set()[Symbol.iterator]())],
    ['%RegExpStringIteratorPrototype%', prototypeOf(/./[Symbol.matchAll](''))],
    ['%SegmentsPrototype%', prototypeOf(segments)],
    ['%SegmentIteratorPrototype%', prototypeOf(segments[Symbol.iterator]())],
    ['%GeneratorFunction.prototype%', generator],
    ['%GeneratorPrototype%', Reflect.get(generator, 'prototype') as object],
    ['%AsyncGeneratorFunction.prototype%', asyncGenerator],
    ['%AsyncGeneratorPrototype%', Reflect.get(asyncGenerator, 'prototype') as object],
    ['%AsyncIteratorPrototype%', prototypeOf(Reflect.get(asyncGenerator, 'prototype') as object)],
    ['%AsyncFunction.prototype%', asyncFunction],
    ['%TypedArray%', prototypeOf(Uint8Array)],
  ])
}
