// The modules that are built into Node.
import { builtinModules } from 'node:module'

const names = new Set(builtinModules.filter((name) => !name.startsWith('_')))

export const isNodeBuiltin = (specifier: string): boolean => specifier.startsWith('node:') || names.has(specifier)

/** Matches every specifier of a built-in module, and some that are none. */
export const builtinPattern = new RegExp(
  `^(node:.*|(${[...new Set([...names].map((name) => name.split('/')[0]))].join('|')})(/.*)?)$`,
)
