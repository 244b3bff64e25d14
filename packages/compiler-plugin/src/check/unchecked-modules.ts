// Holds the analysed program to the one that ships: whatever has code in the bundle has code in the twin.
import type { Metafile } from 'esbuild'
import { isFrameworkModule } from '../modules/framework-module.js'
import type { Diagnostic } from '../report/diagnostic.js'

export const uncheckedModules = (
  ship: Metafile,
  twin: Metafile,
  ignored: (module: string) => boolean,
): readonly Diagnostic[] => {
  const framework = frameworkModules(ship)
  const checked = modulesWithCode(twin)
  return [...modulesWithCode(ship)]
    .filter((module) => !checked.has(module) && !framework.has(module) && !ignored(module))
    .map((module) => ({
      rule: 'analysis-incomplete',
      severity: 'warning',
      message: `${module} is in the bundle, and its code wasn't checked.`,
      instead: 'please report it, with what the file looks like',
    }))
}

const modulesWithCode = ({ outputs }: Metafile): ReadonlySet<string> =>
  new Set(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  )

/** Foliot's workflow side and what it imports, which the twin leaves outside. */
const frameworkModules = ({ inputs }: Metafile): ReadonlySet<string> => {
  const found = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.flatMap(({ original, path }) => (isFrameworkModule(original) ? [path] : [])),
    ),
  )
  for (const path of found) for (const imported of inputs[path]?.imports ?? []) found.add(imported.path)
  return found
}
