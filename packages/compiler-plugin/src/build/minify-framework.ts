// Minifies Foliot's own modules of a bundle down to their local names. The author's keep theirs, for stacks that can be
// read; of ours only the names of classes and functions are seen.
import { type Plugin, transform } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { sep } from 'node:path'

/** Its name is the name of its errors, or of what is frozen and shown. */
const declaresClass = /^(?:export )?class /m

/** @param folder absolute path of the package whose modules are minified */
export const minifyFramework = (folder: string): Plugin => ({
  name: 'foliot-minify-framework',
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (!path.startsWith(folder + sep) || path.includes(`${sep}node_modules${sep}`, folder.length)) return undefined
      const source = await readFile(path, 'utf8')
      const { code } = await transform(source, {
        loader: 'js',
        format: 'esm',
        target: 'es2022',
        minify: true,
        keepNames: declaresClass.test(source),
        charset: 'utf8',
        legalComments: 'none',
      })
      return { contents: code, loader: 'js' }
    })
  },
})
