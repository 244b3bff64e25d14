// Which module imports which, as esbuild saw it.
import type { Metafile } from 'esbuild'

export interface ModuleGraph {
  readonly all: readonly string[]
  has(module: string): boolean
  /** The modules it imports, in the order of its text. */
  importsOf(module: string): readonly string[]
  /** What it imports from outside the bundle, as written. */
  externalsOf(module: string): readonly string[]
  /** Whether it has an import() of a literal path that ended in the bundle. */
  hasDynamicImport(module: string): boolean
  /** The module and all it imports, each after what it imports itself. */
  closureOf(module: string): readonly string[]
  /** The shortest chain of imports from one of `from` to `to`, both included. */
  chain(from: readonly string[], to: string): readonly string[] | undefined
}

export const moduleGraph = (metafile: Metafile): ModuleGraph => {
  const inputs = new Map(Object.entries(metafile.inputs))
  const closures = new Map<string, readonly string[]>()

  const importsOf = (module: string): readonly string[] => [
    ...new Set(
      (inputs.get(module)?.imports ?? [])
        .filter(({ external, path }) => external !== true && inputs.has(path))
        .map(({ path }) => path),
    ),
  ]

  const closureOf = (module: string): readonly string[] => {
    const known = closures.get(module)
    if (known !== undefined) return known
    const seen = new Set<string>()
    const order: string[] = []
    const visit = (at: string): void => {
      if (seen.has(at)) return
      seen.add(at)
      for (const imported of importsOf(at)) visit(imported)
      order.push(at)
    }
    visit(module)
    closures.set(module, order)
    return order
  }

  const chain = (from: readonly string[], to: string): readonly string[] | undefined => {
    const previous = new Map<string, string | undefined>(from.map((module) => [module, undefined]))
    const queue = [...from]
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      if (at === to) {
        const steps: string[] = []
        for (let step: string | undefined = at; step !== undefined; step = previous.get(step)) steps.unshift(step)
        return steps
      }
      for (const imported of importsOf(at)) {
        if (previous.has(imported)) continue
        previous.set(imported, at)
        queue.push(imported)
      }
    }
    return undefined
  }

  const externalsOf = (module: string): readonly string[] =>
    (inputs.get(module)?.imports ?? []).filter(({ external }) => external === true).map(({ path }) => path)

  const hasDynamicImport = (module: string): boolean =>
    inputs.get(module)?.imports.some(({ kind, path }) => kind === 'dynamic-import' && inputs.has(path)) === true

  return {
    all: [...inputs.keys()],
    has: (module) => inputs.has(module),
    importsOf,
    externalsOf,
    hasDynamicImport,
    closureOf,
    chain,
  }
}
