// How values that JSON would lose stand in a payload: an object with the key `$type`, which names the form. An object of
// the author's that has this key itself is wrapped as { $type: 'Object', value: … }, so that nothing is taken for ours.

export const tagKey = '$type'

/** Levels of nesting in a value. Tagged forms add up to two levels of JSON each; readers allow for that. */
export const maxDepth = 500
export const maxJsonDepth = 3 * maxDepth + 50

/** Bytes of UTF-8. */
export const largePayloadBytes = 256 * 1024
export const maxPayloadBytes = 2 * 1024 * 1024

/** A value of more parts than this is over `maxPayloadBytes`: n values take at least 2n − 1 bytes of JSON. */
export const maxNodes = maxPayloadBytes / 2 + 1
