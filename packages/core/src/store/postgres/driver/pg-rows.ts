// How pg hands over rows here: as arrays of the texts that the server sent, unparsed.

const asText = (value: string): string => value

export const rawRows = { rowMode: 'array', types: { getTypeParser: () => asText } } as const
