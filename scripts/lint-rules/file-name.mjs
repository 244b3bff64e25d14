// Lint rule: files are kebab-case and named after what they hold.

// Tools look for some files by a name with a leading dot.
const kebabCase = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const emptyNames = new Set(['common', 'helper', 'helpers', 'misc', 'types', 'util', 'utils'])

export const fileName = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      kebab: '"{{name}}" is not kebab-case.',
      empty: '"{{name}}" says nothing: name the file after its main export.',
    },
  },
  create: (context) => ({
    Program(node) {
      const name = context.filename.split(/[\\/]/).at(-1) ?? ''
      if (!kebabCase.test(name)) context.report({ node, messageId: 'kebab', data: { name } })
      if (emptyNames.has(name.split('.')[0] ?? '')) context.report({ node, messageId: 'empty', data: { name } })
    },
  }),
}
