// The public list of every entry point. Adding or removing a name is a decision: update the snapshots under exports/ with
// `npx vitest run test/exports.test.ts -u`.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const packagesFolder = fileURLToPath(new URL('../packages/', import.meta.url))

interface Entry {
  readonly name: string
  readonly types: string
  readonly code: string
}

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>
}

const entries: readonly Entry[] = readdirSync(packagesFolder).flatMap((folder) => {
  const manifest = JSON.parse(readFileSync(`${packagesFolder}${folder}/package.json`, 'utf8')) as Manifest
  return Object.entries(manifest.exports).map(([path, target]) => ({
    name: manifest.name + path.slice(1),
    types: `${packagesFolder}${folder}/${target.types}`,
    code: `${packagesFolder}${folder}/${target.default}`,
  }))
})

const program = ts.createProgram(
  entries.map(({ types }) => types),
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, types: [], noLib: true },
)

const listExports = ({ types }: Entry): { readonly name: string; readonly isValue: boolean }[] => {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(types)
  const symbol = file && checker.getSymbolAtLocation(file)
  if (symbol === undefined) throw new Error(`${types} is missing or has no exports. Run npm run build.`)
  return checker
    .getExportsOfModule(symbol)
    .map((exported) => {
      const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const isTypeOnly = exported.declarations?.some(ts.isTypeOnlyExportDeclaration) ?? false
      return { name: exported.name, isValue: !isTypeOnly && (target.flags & ts.SymbolFlags.Value) !== 0 }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

describe.each(entries)('$name', (entry) => {
  test('exports exactly its public list', async () => {
    const lines = listExports(entry).map(({ name, isValue }) => (isValue ? name : `type ${name}`))
    const file = `./exports/${entry.name.replace('@foliot/', '').replaceAll('/', '-')}.txt`
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file)
  })

  test('has at run time the values that its types promise', async () => {
    const values = listExports(entry).filter(({ isValue }) => isValue)
    const module = (await import(pathToFileURL(entry.code).href)) as object
    expect(Object.keys(module).sort()).toEqual(values.map(({ name }) => name))
  })
})
