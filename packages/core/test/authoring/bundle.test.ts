import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BundleCorruptError } from '../../src/authoring/bundle-corrupt-error.js'
import { bundleHash, sha256 } from '../../src/authoring/bundle-hash.js'
import type { Bundle, BundleManifest } from '../../src/authoring/bundle.js'
import { BundleNotFoundError, readBundle } from '../../src/authoring/read-bundle.js'
import { verifyBundle } from '../../src/authoring/verify-bundle.js'
import { writeBundle } from '../../src/authoring/write-bundle.js'

const code = 'var __foliot_bundle = { activate: (delivery) => "{}" }\n// é'
const map = '{"version":3,"sources":[],"mappings":""}'
const workflow = { type: 'a', className: 'A', file: 'a.ts', hash: 'ff', activities: ['email.send'], calendars: [] }
const manifest: BundleManifest = {
  format: 1,
  protocol: 1,
  runtime: '0.1.0',
  workflows: [workflow],
  mapHash: sha256(map),
}
const bundle: Bundle = { hash: bundleHash(code, manifest), code, map, manifest }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foliot-bundle-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('bundleHash', () => {
  test('doesn’t depend on the order of keys', () => {
    const { format, protocol, runtime, workflows, mapHash } = manifest
    expect(bundleHash(code, { mapHash, workflows, runtime, protocol, format })).toBe(bundle.hash)
    expect(bundle.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('changes with the code and with each part of the manifest', () => {
    const others = [
      bundleHash(`${code} `, manifest),
      bundleHash(code, { ...manifest, protocol: 2 }),
      bundleHash(code, { ...manifest, runtime: '0.1.1' }),
      bundleHash(code, { ...manifest, mapHash: 'x' }),
      bundleHash(code, { ...manifest, workflows: [] }),
      bundleHash(code, { ...manifest, workflows: [{ ...workflow, activities: [] }] }),
    ]
    expect(new Set([bundle.hash, ...others]).size).toBe(7)
  })

  test('stays what it is: a stored bundle is found by it', () => {
    const fixed: BundleManifest = { format: 1, protocol: 1, runtime: '0', workflows: [], mapHash: '0' }
    expect(bundleHash('code', fixed)).toBe('3b262ff16aaf5ff7bc90bbc9124ec9fb1b1fe21d0345e8a9072838129709c142')
  })
})

describe('verifyBundle', () => {
  test('hands back a bundle that is whole', () => {
    expect(verifyBundle(bundle)).toBe(bundle)
  })

  test.each([
    ['changed code', { ...bundle, code: `${code};` }, /its content has the hash/],
    ['another hash', { ...bundle, hash: 'ff' }, /it says ff/],
    ['another map', { ...bundle, map: `${map} ` }, /source map/],
    ['a changed manifest', { ...bundle, manifest: { ...manifest, runtime: '9' } }, /its content has the hash/],
    ['a later format', { ...bundle, manifest: { format: 2 } }, /its format is 2/],
    ['no manifest', { ...bundle, manifest: undefined }, /missing or incomplete/],
    ['no format', { ...bundle, manifest: { ...manifest, format: undefined } }, /missing or incomplete/],
    ['a workflow without type', { ...bundle, manifest: { ...manifest, workflows: [{}] } }, /missing or incomplete/],
    ['no code', { ...bundle, code: undefined }, /missing or incomplete/],
    ['nothing', undefined, /missing or incomplete/],
  ])('refuses %s', (_, changed, message) => {
    expect(() => verifyBundle(changed)).toThrow(BundleCorruptError)
    expect(() => verifyBundle(changed)).toThrow(message)
  })
})

describe('a bundle on disk', () => {
  test('is read as it was written, by path or URL, into a folder that need not exist', async () => {
    const path = join(folder, 'deep', 'workflows')
    await writeBundle(path, bundle)
    expect(await readBundle(path)).toEqual(bundle)
    expect(await readBundle(pathToFileURL(path))).toEqual(bundle)
    expect(await readFile(join(path, 'bundle.js'), 'utf8')).toBe(code)
  })

  test('replaces the one before', async () => {
    const path = join(folder, 'again')
    const next = { ...bundle, code: 'next', hash: bundleHash('next', manifest) }
    await writeBundle(path, bundle)
    await writeBundle(path, next)
    expect(await readBundle(path)).toEqual(next)
  })

  test('that isn’t there is a clear error', async () => {
    await expect(readBundle(join(folder, 'nowhere'))).rejects.toThrow(BundleNotFoundError)
    await expect(readBundle(join(folder, 'nowhere'))).rejects.toThrow(
      /There is no bundle at .*Build the workflows first/,
    )
  })

  test.each(['bundle.js', 'bundle.js.map', 'manifest.json'])('with a damaged %s is refused', async (file) => {
    const path = join(folder, `damaged-${file}`)
    await writeBundle(path, bundle)
    await writeFile(join(path, file), (await readFile(join(path, file), 'utf8')).slice(1))
    await expect(readBundle(path)).rejects.toThrow(BundleCorruptError)
    await rm(join(path, file))
    await expect(readBundle(path)).rejects.toThrow(BundleNotFoundError)
  })
})
