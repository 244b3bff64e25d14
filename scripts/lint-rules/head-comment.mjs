// Lint rule: a file opens with a comment that says what it owns.

export const headComment = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'Open the file with a comment line that says what it owns.' },
  },
  create: (context) => ({
    Program(node) {
      const first = context.sourceCode.getAllComments().find(({ type }) => type !== 'Shebang')
      const line = context.sourceCode.lines[0]?.startsWith('#!') ? 2 : 1
      if (first?.loc.start.line !== line) context.report({ node, loc: { line: 1, column: 0 }, messageId: 'missing' })
    },
  }),
}
