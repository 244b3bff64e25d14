// The id that ties events of one timer or activity together, read from JSON text without parsing it: the id comes first
// in the data that this version writes. Any other order is parsed.

export const readEventId = (key: 'timerId' | 'activityId' | 'childId', data: string): string => {
  const prefix = `{"${key}":"`
  if (data.startsWith(prefix)) {
    const end = data.indexOf('"', prefix.length)
    const id = data.slice(prefix.length, end)
    if (!id.includes('\\')) return id
  }
  return String((JSON.parse(data) as { readonly [key: string]: unknown })[key])
}
