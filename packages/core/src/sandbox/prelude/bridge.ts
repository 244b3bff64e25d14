// The one door to the host: a host function that takes and gives strings. What it might throw is an object of the host
// (a stack overflow inside it, say), so nothing it throws passes through.

/** `drain` runs the microtasks; `now` gives the host's time; `entropy` gives bytes as hex; `log` takes a line as JSON;
 * `enter-scope` gives what runs now, and all that goes on from it later, a text that `scope` answers. */
export type BridgeCall = 'drain' | 'now' | 'entropy' | 'log' | 'scope' | 'enter-scope'
export type Bridge = (call: BridgeCall, argument: string) => string

let bridge: Bridge | undefined

export const connectBridge = (host: Bridge): void => {
  bridge = host
}

export const callHost = (call: BridgeCall, argument = ''): string => {
  let answer: string | undefined
  try {
    answer = bridge?.(call, argument)
  } catch {
    answer = undefined
  }
  if (typeof answer !== 'string') throw new RangeError(`The sandbox failed to answer "${call}": too deep a recursion.`)
  return answer
}
