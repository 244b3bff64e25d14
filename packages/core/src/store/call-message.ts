// What messages to runs carry, `signal` and `update` as JSON text: the name of the method, its arguments, and before them an
// update's id. The arguments pass through as the text they are.

export interface SignalMessage {
  readonly name: string
  /** JSON text of the array of encoded arguments. */
  readonly args: string
}

export interface UpdateMessage extends SignalMessage {
  readonly updateId: string
}

const text = (value: string): string => JSON.stringify(value)

export const signalMessage = ({ name, args }: SignalMessage): string => `{"name":${text(name)},"args":${args}}`

export const updateMessage = ({ updateId, name, args }: UpdateMessage): string =>
  `{"updateId":${text(updateId)},"name":${text(name)},"args":${args}}`

const string = '"(?:[^"\\\\]|\\\\.)*"'
const head = new RegExp(`^\\{(?:"updateId":(${string}),)?"name":(${string}),"args":`)

const read = (data: string): { readonly updateId?: string; readonly name: string; readonly args: string } => {
  const match = head.exec(data)
  if (match === null) {
    const { args, ...rest } = JSON.parse(data) as { readonly name: string; readonly args: readonly unknown[] }
    return { ...rest, args: JSON.stringify(args) }
  }
  const [whole, updateId, name = '""'] = match
  return {
    ...(updateId !== undefined && { updateId: JSON.parse(updateId) as string }),
    name: JSON.parse(name) as string,
    args: data.slice(whole.length, -1),
  }
}

export const readSignalMessage: (data: string) => SignalMessage = read

export const readUpdateMessage = (data: string): UpdateMessage => {
  const { updateId = '', name, args } = read(data)
  return { updateId, name, args }
}

/** Of how a child ended: by its run too, since a run that is reset may ask for another child under the same id. */
export const childResultKey = (childId: string, runId: string): string => `child/${childId}/${runId}`
