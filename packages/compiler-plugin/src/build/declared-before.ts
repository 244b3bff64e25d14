// The names that a bundle's script declares at its top level, up to a place in it.
import { parseSync, type Node, type Program } from 'oxc-parser'
import { forEachChild, isClass, isFunction } from '../twin/walk.js'

export interface Declared {
  readonly name: string
  /** Offset of the name. */
  readonly start: number
}

/** @param code an immediately called function, as esbuild's format 'iife' writes it */
export const declaredBefore = (code: string, offset: number): readonly Declared[] => {
  const { program } = parseSync('bundle.js', code, { lang: 'js', sourceType: 'script', preserveParens: false })
  const declared: Declared[] = []
  const names = (pattern: Node): void => {
    if (pattern.type === 'Identifier') declared.push({ name: pattern.name, start: pattern.start })
    else if (pattern.type === 'Property') names(pattern.value)
    else if (pattern.type === 'AssignmentPattern') names(pattern.left)
    else forEachChild(pattern, names)
  }
  for (const statement of bodyOf(program)) {
    if (statement.start >= offset) break
    if (statement.type === 'VariableDeclaration') for (const { id } of statement.declarations) names(id)
    else if ((isFunction(statement) || isClass(statement)) && statement.id) names(statement.id)
  }
  return declared
}

const bodyOf = (program: Program): readonly Node[] => {
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue
    const call = statement.declarations[0]?.init
    const callee = call?.type === 'CallExpression' ? call.callee : undefined
    if (callee !== undefined && isFunction(callee) && callee.body?.type === 'BlockStatement') return callee.body.body
  }
  throw new Error('The bundle is no called function: esbuild puts it out otherwise.')
}
