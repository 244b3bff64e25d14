// The id of a run that another run brings about: the one in which it continues, or a child. It follows from that run's id
// and the time, so that a replay finds the same; like every run id it is a UUID of version 7, and sorts by its time.
import { uuidV7 } from './uuid-v7.js'

/** Four mixed words of a text (cyrb128): enough for ids of which each comes from another. */
const mix = (text: string): readonly number[] => {
  let a = 1779033703
  let b = 3144134277
  let c = 1013904242
  let d = 2773480762
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  return [
    Math.imul(c ^ (a >>> 18), 597399067),
    Math.imul(d ^ (b >>> 22), 2869860233),
    Math.imul(a ^ (c >>> 17), 951274213),
    Math.imul(b ^ (d >>> 19), 2716044179),
  ]
}

/**
 * @param purpose tells the runs apart that one run brings about
 * @param nowMs milliseconds since the epoch
 */
export const derivedRunId = (runId: string, purpose: string, nowMs: number): string =>
  uuidV7(nowMs, (bytes) => {
    const words = mix(`${runId}/${purpose}`)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (words[at >> 2] ?? 0) >>> (8 * (at & 3))
  })
