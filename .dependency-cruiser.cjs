// The layer table of ARCHITECTURE.md as rules: a file of packages/core/src imports its own layer or a lower one, the
// edges keep their libraries to themselves, and nothing runs in a circle, types included.

const core = 'packages/core/src'

/** From the lowest layer to the highest; each name is a folder of packages/core/src. */
const layers = [
  ['base'],
  ['history', 'codec', 'authoring'],
  ['engine', 'workflow', 'store'],
  ['sandbox', 'store/memory', 'store/postgres', 'wake'],
  ['worker', 'client'],
  ['public'],
]

const inFolder = (folder) => `^${core}/${folder}/`

/** Files of a layer; the store's port is what lies in store/ itself. */
const filesOf = (layer) => layer.map((folder) => (folder === 'store' ? `^${core}/store/[^/]+$` : inFolder(folder)))

const upward = layers.slice(0, -1).map((layer, index) => ({
  name: `layer-${layer[0]}`,
  comment: `${layer.join(', ')} may not import a higher layer.`,
  severity: 'error',
  from: { path: filesOf(layer) },
  to: { path: layers.slice(index + 1).flatMap(filesOf) },
}))

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    ...upward,
    forbid(
      'known-folder',
      'A folder of packages/core/src has its place in the layer table.',
      {
        path: `^${core}/`,
        pathNot: layers.flatMap(filesOf),
      },
      {},
    ),
    forbid(
      'known-folder-too',
      'A folder of packages/core/src has its place in the layer table.',
      {},
      { path: `^${core}/`, pathNot: layers.flatMap(filesOf) },
    ),
    forbid('in-use', 'A source file imports something or is imported.', { path: '/src/', orphan: true }, {}),
    forbid('strangers', 'worker/ does not know client/.', { path: inFolder('worker') }, { path: inFolder('client') }),
    forbid(
      'strangers-too',
      'client/ does not know worker/.',
      { path: inFolder('client') },
      { path: inFolder('worker') },
    ),
    forbid('no-cycles', 'No import runs in a circle, types included.', {}, { circular: true }),
    forbid(
      'vm-in-sandbox',
      'node:vm appears only in sandbox/.',
      { path: '^(packages|examples)/[^/]+/src/', pathNot: inFolder('sandbox') },
      { path: '^(node:)?vm$' },
    ),
    forbid(
      'database-in-store-postgres',
      'kysely and pg appear only in store/postgres/.',
      { path: '^(packages|examples)/[^/]+/src/', pathNot: inFolder('store/postgres') },
      { path: '(^|/)node_modules/(kysely|pg|pg-[a-z-]+|@types/pg|@electric-sql/[^/]+)/' },
    ),
    forbid(
      'pure-layers',
      'From engine/ down nothing does I/O, but for the door to bundles on disk.',
      {
        path: ['base', 'history', 'codec', 'authoring', 'engine', 'workflow'].map(inFolder),
        // Hashes and random ids; what clients, workers and the bundler share to read and write a bundle's folder.
        pathNot: [
          `^${core}/base/new-uuid\\.ts$`,
          `^${core}/authoring/(bundle-hash|bundle-folder|read-bundle|write-bundle)\\.ts$`,
        ],
      },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'workflow-runtime-is-small',
      'What runs in the vm imports no package: its size is part of every bundle.',
      { path: ['base', 'history', 'codec', 'workflow'].map(inFolder) },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer'] },
    ),
    forbid(
      'front-door',
      'Other packages and the examples use @foliot/core by its entry points.',
      { path: '^(packages|examples)/[^/]+/src/', pathNot: `^${core}/` },
      { path: '^packages/core/(src/|dist/(?!public/))' },
    ),
    forbid(
      'own-source',
      'A package imports another by its name, not by a path into its source.',
      { path: '^(packages|examples)/([^/]+)/src/' },
      { path: '^(packages|examples)/[^/]+/src/', pathNot: '^$1/$2/src/' },
    ),
    forbid('tests-stay-out', 'Source does not import tests.', { path: '/src/' }, { path: '/test/' }),
    forbid('resolves', 'Every import is found.', { path: '/src/' }, { couldNotResolve: true, pathNot: '^@foliot/' }),
    forbid(
      'declared',
      'A package imports only what its package.json declares.',
      { path: '^packages/[^/]+/src/' },
      // An optional peer is a development dependency too.
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
        dependencyTypesNot: ['npm-peer'],
        pathNot: '/@types/',
      },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: false,
    exclude: { path: ['/node_modules/\\.cache/', '^packages/compiler-plugin/test/samples/'] },
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.d.ts', '.js', '.mjs', '.json'],
    },
    skipAnalysisNotInRules: false,
  },
}
