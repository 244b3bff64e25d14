// Reads the name in @Workflow('…'). It must stand there as text, so that people and tools find it.
import type { Node } from 'oxc-parser'

const maxLength = 255

/** The name, or what is wrong with it. */
export const readWorkflowName = (decorator: Node): { readonly name: string } | string => {
  const renames = "Bundlers rename classes, so a name can't be taken from one."
  if (decorator.type !== 'CallExpression') return `@Workflow stands without its name. ${renames}`
  const argument = decorator.arguments[0]
  if (argument === undefined) return `@Workflow() lacks its name. ${renames}`
  const name =
    argument.type === 'Literal'
      ? argument.value
      : argument.type === 'TemplateLiteral' && argument.expressions.length === 0
        ? argument.quasis[0]?.value.cooked
        : undefined
  if (typeof name !== 'string')
    return 'The name in @Workflow(…) must be a text in quotes: it is read without running the code.'
  if (name === '') return 'The name in @Workflow(…) is empty.'
  if (name.length > maxLength)
    return `The name in @Workflow(…) has ${name.length} characters; at most ${maxLength} are allowed.`
  if (name.startsWith('__')) return `'${name}' begins with __, and such names are Foliot's own.`
  if (/[\p{Cc}\p{Cs}]/u.test(name))
    return 'The name in @Workflow(…) holds a control character or half of a surrogate pair.'
  return { name }
}
