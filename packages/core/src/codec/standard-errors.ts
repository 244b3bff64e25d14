// The language's own error classes, by name.

const standardErrors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }

export const isStandardErrorName = (name: unknown): boolean =>
  typeof name === 'string' && (name === 'AggregateError' || Object.hasOwn(standardErrors, name))

/** A new error of the class of this name, or a plain Error. */
export const createStandardError = (name: string, message: string): Error => {
  if (name === 'AggregateError') return new AggregateError([], message)
  const ErrorClass = Object.hasOwn(standardErrors, name) ? standardErrors[name as keyof typeof standardErrors] : Error
  return new ErrorClass(message)
}
