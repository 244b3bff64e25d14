// The bytes behind an ArrayBuffer or a view of one.

export const bytesOf = (value: unknown): Uint8Array => {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw new TypeError('Expected an ArrayBuffer or a view of one.')
}
