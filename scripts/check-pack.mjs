// `npm run pack:check`: packs the packages, installs them with plain npm into an empty project, and there compiles the
// onboarding example against their types and runs it on the embedded database.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { runCommand } from './run-command.mjs'
import { runMain } from './run-main.mjs'
import { pnpmCommand, setUp } from './setup.mjs'
import { packageFolders, programFile, readJson, root } from './workspace.mjs'

const run = async (what, command, args, options) => {
  const exitCode = await runCommand(command, args, { quiet: true, ...options })
  if (exitCode !== 0) throw new Error(`${what} failed; the output is above.`)
  console.log(`ok     ${what}`)
}

const packAll = async (folder) => {
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  for (const packageFolder of packageFolders()) {
    const { command, args } = pnpmCommand(['pack', '--pack-destination', tarballs])
    await run(`packing ${packageFolder}`, command, args, { cwd: join(root, packageFolder) })
  }
  return readdirSync(tarballs).map((name) => join(tarballs, name))
}

/** What a tarball must hold beside what its entry points lead to, and what it mustn't. */
const checkContents = (tarball) => {
  const { stdout } = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
  const files = stdout.split('\n').filter((file) => file !== '')
  const missing = ['package/package.json', 'package/LICENSE', 'package/README.md'].filter(
    (file) => !files.includes(file),
  )
  const stray = files.filter((file) => /^package\/(src|test)\/|\.tsbuildinfo$|\.test\./.test(file))
  if (missing.length > 0) throw new Error(`${tarball} lacks ${missing.join(', ')}.`)
  if (stray.length > 0) throw new Error(`${tarball} holds what doesn't belong in it: ${stray.join(', ')}.`)
}

const entryPoints = () =>
  packageFolders().flatMap((folder) => {
    const { name, exports } = readJson(`${folder}/package.json`)
    return Object.keys(exports).map((entry) => name + entry.slice(1))
  })

const importEntries = () =>
  entryPoints()
    .map((entry) => `await import('${entry}')\n`)
    .join('')

const tsconfig = {
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    lib: ['ES2023', 'ESNext.Decorators', 'ESNext.Disposable'],
    module: 'NodeNext',
    rootDir: 'src',
    outDir: 'dist',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  },
  include: ['src'],
}

const runOnboarding = `// Runs one onboarding from the installed packages.
import { strict as assert } from 'node:assert'
import { bundleWorkflows } from '@foliot/compiler-plugin'
import { Client } from '@foliot/core/client'
import { Worker } from '@foliot/core/worker'
import { EmailActivities } from './dist/activities/email.js'
import { Onboarding } from './dist/workflows/onboarding.js'

const sent = []
const mailer = { send: async (mail) => void sent.push(mail.template) }
const { bundle } = await bundleWorkflows({ workflowsPath: './src/workflows' })
const worker = await Worker.create({ database: './data', bundle, activities: [new EmailActivities(mailer)] })
const client = await Client.connect({ database: './data' })
const run = await client.start(Onboarding, { workflowId: 'user-42', args: [42, { dripSeconds: 1 }] })
assert.equal(await run.result(), 'nudged')
assert.deepEqual(sent, ['welcome', 'follow-up'])
await client.close()
await worker.shutdown()
`

const makeProject = (folder) => {
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(tsconfig))
  for (const path of ['workflows', 'activities', 'mailer.ts']) {
    cpSync(join(root, 'examples/onboarding/src', path), join(project, 'src', path), { recursive: true })
  }
  writeFileSync(join(project, 'import-entries.mjs'), importEntries())
  writeFileSync(join(project, 'run-onboarding.mjs'), runOnboarding)
  return project
}

await runMain(import.meta, async () => {
  await setUp()
  await build()
  const folder = mkdtempSync(join(tmpdir(), 'foliot-pack-'))
  try {
    const tarballs = await packAll(folder)
    tarballs.forEach(checkContents)
    const cwd = makeProject(folder)
    await run('installing with npm', 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], {
      cwd,
    })
    await run('importing every entry point', process.execPath, ['import-entries.mjs'], { cwd })
    await run('compiling the example', process.execPath, [programFile('typescript', 'tsc')], { cwd })
    await run('running the example', process.execPath, ['run-onboarding.mjs'], { cwd })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
