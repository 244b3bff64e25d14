// Bundles the sandbox's prelude (packages/core/src/sandbox/prelude) into one script, kept as a string in
// packages/core/src/sandbox/prelude-text.ts, so that it works from src and from dist alike. Run it after a change there;
// a test runs it with --check.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './workspace.mjs'

const core = join(root, 'packages/core')
const target = join(core, 'src/sandbox/prelude-text.ts')
const preludeFolder = join(core, 'src/sandbox/prelude')
const require = createRequire(join(core, 'package.json'))
const { build } = require('esbuild')
const urlFolder = dirname(require.resolve('whatwg-url/package.json'))
const urlRequire = createRequire(join(urlFolder, 'package.json'))

const entry = `
import { prepareRealm } from './prepare-realm.js'
import { URL, URLSearchParams } from ${JSON.stringify(urlFolder)}
export default prepareRealm({ URL, URLSearchParams })
`

/** The mapping tables of international domain names are large: hosts of plain ASCII don't wake them. */
const lazyTables = {
  name: 'lazy-tables',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^tr46$/ }, ({ importer }) =>
      importer.startsWith(urlFolder) ? { path: 'tr46', namespace: 'lazy' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'lazy' }, () => ({
      contents: `
        const plain = (domain) => /^[a-z0-9.-]*$/i.test(domain) && !/xn--/i.test(domain)
        exports.toASCII = (domain, options) =>
          plain(domain) && !options.verifyDNSLength && !options.useSTD3ASCIIRules && !options.checkHyphens
            ? domain.toLowerCase()
            : require(${JSON.stringify(urlRequire.resolve('tr46'))}).toASCII(domain, options)
        exports.toUnicode = (domain, options) => require(${JSON.stringify(urlRequire.resolve('tr46'))}).toUnicode(domain, options)
      `,
      resolveDir: urlFolder,
    }))
  },
}

/** What a vm context lacks and whatwg-url needs. */
const textEncoding = join(preludeFolder, 'text-encoding.ts')

const licence = (name, from) => {
  const folder = dirname(from.resolve(`${name}/package.json`))
  const file = ['LICENSE.txt', 'LICENSE.md', 'LICENSE', 'LICENSE-MIT.txt'].find((candidate) => {
    try {
      return readFileSync(join(folder, candidate))
    } catch {
      return false
    }
  })
  return `${name} ${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version}\n${readFileSync(join(folder, file), 'utf8').trim()}`
}

const preludeText = async () => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: preludeFolder, sourcefile: 'prelude.js' },
    absWorkingDir: core,
    bundle: true,
    write: false,
    minify: true,
    // Errors and inspectors tell class names.
    keepNames: true,
    charset: 'ascii',
    legalComments: 'none',
    format: 'iife',
    globalName: 'prelude',
    target: 'es2022',
    inject: [textEncoding],
    plugins: [lazyTables],
    logLevel: 'warning',
  })
  const [{ text }] = outputFiles
  return `(() => { 'use strict'; ${text.trim().replace(/\/\/# sourceMappingURL.*$/, '')} return prelude.default })()`
}

const moduleText = async () => {
  const tr46Require = createRequire(urlRequire.resolve('tr46'))
  const licences = [
    licence('whatwg-url', require),
    licence('tr46', urlRequire),
    licence('webidl-conversions', urlRequire),
    licence('punycode', tr46Require),
  ]
  return `// The prelude as one script, written by scripts/build-prelude.mjs. Its source is in prelude/. It contains whatwg-url and
// what that needs, under these licences:
//
${licences
  .join('\n\n')
  .split('\n')
  .map((line) => `// ${line}`.trimEnd())
  .join('\n')}

export const preludeText: string = ${JSON.stringify(await preludeText())}
`
}

const text = await moduleText()
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('prelude-text.ts is out of date: run `node scripts/build-prelude.mjs`.')
  process.exitCode = 1
}
