// Names for prepared statements: the same text has the same name throughout the process, and never another's.

const names = new Map<string, string>()

export const statementName = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = `foliot_${names.size + 1}`))
  return name
}
