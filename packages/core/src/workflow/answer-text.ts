// An Answer as text: a line per command, its type, a space, and its data, which as JSON text holds no line break. That
// is several times faster than JSON, which would have to escape every quote of the data. With a trace, the line after a
// command begins with a space and holds the stack as a JSON string. The answer to a query, and each update that is
// refused, is a line of its own type.
import type { Command, CommandType } from '../history/command.js'
import type { Answer, QueryAnswer, RejectedUpdate } from './delivery.js'

export const writeAnswer = ({ commands, stacks, query, rejected }: Answer): string => {
  let text = ''
  if (query !== undefined)
    text += query.type === 'answered' ? `answered ${query.result}\n` : `failed ${query.failure}\n`
  for (const { event, failure } of rejected ?? []) text += `rejected ${event} ${failure}\n`
  for (let index = 0; index < commands.length; index += 1) {
    const { type, data } = commands[index] as Command
    text += `${type} ${data}\n`
    if (stacks !== undefined) text += ` ${JSON.stringify(stacks[index])}\n`
  }
  return text
}

/** @throws SyntaxError for text that no answer is written as */
export const readAnswer = (text: string): Answer => {
  const commands: Command[] = []
  const stacks: string[] = []
  let query: QueryAnswer | undefined
  let rejected: RejectedUpdate[] | undefined
  let start = 0
  while (start < text.length) {
    const end = text.indexOf('\n', start)
    const space = text.indexOf(' ', start)
    if (end === -1 || space === -1 || space > end)
      throw new SyntaxError(`Not an answer: ${text.slice(start, start + 80)}`)
    if (space === start) stacks.push(JSON.parse(text.slice(start + 1, end)) as string)
    else if (text.startsWith('answered ', start)) query = { type: 'answered', result: text.slice(space + 1, end) }
    else if (text.startsWith('failed ', start)) query = { type: 'failed', failure: text.slice(space + 1, end) }
    else if (text.startsWith('rejected ', start)) (rejected ??= []).push(readRejected(text.slice(space + 1, end)))
    else commands.push({ type: text.slice(start, space) as CommandType, data: text.slice(space + 1, end) })
    start = end + 1
  }
  if (rejected !== undefined) return { commands, stacks, rejected }
  return query === undefined ? { commands, stacks } : { commands, stacks, query }
}

const readRejected = (line: string): RejectedUpdate => {
  const space = line.indexOf(' ')
  return { event: Number(line.slice(0, space)), failure: line.slice(space + 1) }
}
