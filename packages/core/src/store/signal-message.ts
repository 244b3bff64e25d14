// What a `signal` message carries, as JSON text: `{"name":…,"args":[…]}`. The arguments pass through as the text they are.

export interface SignalMessage {
  readonly name: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
}

export const signalMessage = ({ name, args }: SignalMessage): string =>
  `{"name":${JSON.stringify(name)},"args":${args}}`

const head = /^\{"name":("(?:[^"\\]|\\.)*"),"args":/

export const readSignalMessage = (data: string): SignalMessage => {
  const match = head.exec(data)
  if (match !== null) return { name: JSON.parse(match[1] ?? '""') as string, args: data.slice(match[0].length, -1) }
  const { name, args } = JSON.parse(data) as { readonly name: string; readonly args: readonly unknown[] }
  return { name, args: JSON.stringify(args) }
}
