// Code that can't run inside the sandbox: branches whose condition is decided by the text, and what follows a return.
import type { Node, Program } from 'oxc-parser'
import type { StaticValues } from './static-values.js'
import { forEachChild } from './walk.js'

/** The outermost nodes that never run. */
export const findDeadCode = (program: Program, { constantOf, truthOf }: StaticValues): ReadonlySet<Node> => {
  const dead = new Set<Node>()

  const ends = (statement: Node): boolean => {
    switch (statement.type) {
      case 'ReturnStatement':
      case 'ThrowStatement':
      case 'BreakStatement':
      case 'ContinueStatement':
        return true
      case 'BlockStatement':
        return statement.body.some(ends)
      case 'IfStatement': {
        const taken = truthOf(statement.test)
        if (taken === true) return ends(statement.consequent)
        if (taken === false) return statement.alternate !== null && ends(statement.alternate)
        return ends(statement.consequent) && statement.alternate !== null && ends(statement.alternate)
      }
      default:
        return false
    }
  }

  const visitStatements = (statements: readonly Node[]): void => {
    let ended = false
    for (const statement of statements) {
      if (ended && statement.type !== 'FunctionDeclaration') dead.add(statement)
      else visit(statement)
      ended ||= ends(statement)
    }
  }

  const visitEither = (taken: boolean | undefined, whenTrue: Node, whenFalse: Node | null): void => {
    if (taken === false) dead.add(whenTrue)
    else visit(whenTrue)
    if (whenFalse === null) return
    if (taken === true) dead.add(whenFalse)
    else visit(whenFalse)
  }

  const visit = (node: Node): void => {
    switch (node.type) {
      case 'BlockStatement':
      case 'StaticBlock':
        return visitStatements(node.body)
      case 'SwitchCase':
        if (node.test) visit(node.test)
        return visitStatements(node.consequent)
      case 'IfStatement':
      case 'ConditionalExpression':
        visit(node.test)
        return visitEither(truthOf(node.test), node.consequent, node.alternate)
      case 'LogicalExpression': {
        visit(node.left)
        const left = node.operator === '??' ? constantOf(node.left) : undefined
        const skipsRight =
          node.operator === '??'
            ? left !== undefined && left.value !== null && left.value !== undefined
            : truthOf(node.left) === (node.operator === '||')
        if (skipsRight) dead.add(node.right)
        else visit(node.right)
        return
      }
      default:
        return forEachChild(node, visit)
    }
  }

  visitStatements(program.body)
  return dead
}
