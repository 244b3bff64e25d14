// Finds the line at which a stuck thread is: pauses it, looks, and lets it go on.
import type { Clock } from '../base/clock.js'
import { ThreadDebugger } from './thread-debugger.js'
import type { CallFrame } from './thread-debugger.js'

/** For the whole search. A thread that can't be paused within it is in a single long call of the engine. */
const patienceMs = 3_000
/** Between two microtasks no frame of the bundle is there; a step or two lead into the next one. */
const maxSteps = 20

const isOfBundle = (frame: CallFrame): boolean => frame.script.startsWith('foliot:bundle-')

const search = async (
  thread: ThreadDebugger,
  isAuthors: (frame: CallFrame) => boolean,
): Promise<readonly CallFrame[]> => {
  await thread.attach()
  let frames = (await thread.pause()).filter(isOfBundle)
  for (let step = 0; step < maxSteps && !frames.some(isAuthors); step++) {
    frames = (await thread.stepInto()).filter(isOfBundle)
  }
  // Terminating a paused thread has hung.
  await thread.resume()
  return frames
}

/** The frames of bundle code on the thread's stack, topmost first; none when they can't be had. */
export const locateStuckCode = async (
  threadName: string,
  isAuthors: (frame: CallFrame) => boolean,
  clock: Clock,
): Promise<readonly CallFrame[]> => {
  const thread = new ThreadDebugger(threadName)
  const gaveUp = new Promise<readonly CallFrame[]>((resolve) => {
    clock.setTimer(patienceMs, () => resolve([]), { keepAlive: false })
  })
  try {
    return await Promise.race([search(thread, isAuthors), gaveUp])
  } catch {
    return []
  } finally {
    thread.detach()
  }
}
