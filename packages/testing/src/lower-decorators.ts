// The vitest (and vite) plugin for files with standard decorators. vite 8 leaves them in place, where Node can't read
// them; vite 7 lowers them only if the target says so.
import { transform } from 'esbuild'

export interface LowerDecoratorsPlugin {
  readonly name: string
  readonly enforce: 'pre'
  transform(code: string, id: string): Promise<{ code: string; map: string } | undefined>
}

const decorated = /(^|[\s;{}])@[A-Za-z_$][\w$.]*/

/**
 * Lowers TC39 decorators in TypeScript files, so that workflow and activity classes can be imported by tests.
 *
 * @example
 * // vitest.config.ts
 * import { foliot } from '@foliot/testing/vitest'
 * export default defineConfig({ plugins: [foliot()] })
 */
export const foliot = (): LowerDecoratorsPlugin => ({
  name: 'foliot:lower-decorators',
  enforce: 'pre',
  async transform(code, id) {
    const [file = ''] = id.split('?')
    const loader = /\.[cm]?tsx$/.test(file) ? 'tsx' : /\.[cm]?ts$/.test(file) ? 'ts' : undefined
    if (loader === undefined || file.includes('/node_modules/') || !decorated.test(code)) return undefined
    const lowered = await transform(code, {
      loader,
      target: 'es2022',
      sourcemap: 'external',
      sourcefile: file,
      // A project that compiles with experimentalDecorators still gets the standard form in its tests, as in bundles.
      tsconfigRaw: { compilerOptions: { experimentalDecorators: false, useDefineForClassFields: true } },
    })
    return { code: lowered.code, map: lowered.map }
  },
})
