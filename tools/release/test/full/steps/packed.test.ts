import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { pack } from '../../../../package/contents/pack.ts'
import { ReleaseError } from '../../../../workspace/failure.ts'
import { copyTarballs } from '../../../steps/packed.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const formatManifest = (own: string, version: string, dependencies?: object): string =>
  JSON.stringify({ name: `@demo/${own}`, version, dependencies })

interface Folders {
  readonly root: string
  readonly folder: string
  readonly into: string
}

/** A repository of two packages, the one needing the other, and folders for what is packed and for what is read. */
function createRepository(): Folders {
  const root = mkdtempSync(join(tmpdir(), 'packed-test-'))
  folders.push(root)
  write(join(root, 'package.json'), '{"private": true}')
  write(join(root, 'pnpm-workspace.yaml'), 'packages: [packages/*]\npmOnFail: ignore\n')
  write(join(root, 'packages/a/package.json'), formatManifest('top', '1.0.0', { '@demo/base': 'workspace:^' }))
  write(join(root, 'packages/b/package.json'), formatManifest('base', '1.0.0'))
  const folder = join(root, 'packed')
  mkdirSync(folder)
  return { root, folder, into: join(root, 'read') }
}

const formatBase = (more: object): string => JSON.stringify({ ...JSON.parse(formatManifest('base', '1.0.0')), ...more })

/** A tarball that our tools wouldn't create. */
function writeTarball(file: string, text: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'tarball-'))
  folders.push(folder)
  write(join(folder, 'package/package.json'), text)
  execFileSync('tar', ['-czf', file, '-C', folder, 'package/package.json'])
}

test('packed packages are read in the order in which they were packed', async () => {
  const { root, folder, into } = createRepository()
  cpSync(new URL('../../../../../.pnpmfile.mjs', import.meta.url), join(root, '.pnpmfile.mjs'))
  const tarballs = await pack(root, folder)
  expect(tarballs.map(({ name }) => name)).toEqual(['@demo/base', '@demo/top'])
  const read = await copyTarballs(folder, root, into)
  expect(read).toEqual(tarballs.map((each) => ({ ...each, file: join(into, basename(each.file)) })))
  expect(read.map(({ file }) => readFileSync(file))).toEqual(tarballs.map(({ file }) => readFileSync(file)))
})

describe('a folder is rejected', () => {
  let at: Folders
  const getBaseTarball = (): string => join(at.folder, 'demo-base-1.0.0.tgz')
  const readRejection = async (): Promise<string> => {
    const outcome = await copyTarballs(at.folder, at.root, at.into).catch((error: unknown) => error)
    return outcome instanceof ReleaseError ? outcome.message : String(outcome)
  }

  beforeEach(() => {
    at = createRepository()
    writeTarball(getBaseTarball(), formatManifest('base', '1.0.0'))
    writeTarball(join(at.folder, 'demo-top-1.0.0.tgz'), formatManifest('top', '1.0.0', { '@demo/base': '^1.0.0' }))
  })

  test('only if it breaks a rule', async () => {
    expect(await readRejection()).toBe('[object Object],[object Object]')
  })

  test('that does not exist, with the next step', async () => {
    rmSync(at.folder, { recursive: true })
    expect(await readRejection()).toBe(
      `${at.folder} cannot be read (ENOENT: no such file or directory, scandir '${at.folder}'): pack this commit into a new folder (npm run release -- --pack FOLDER).`,
    )
  })

  test('without one of the packages', async () => {
    rmSync(getBaseTarball())
    expect(await readRejection()).toContain('demo-base-1.0.0.tgz is not a file in')
  })

  test('with the packages of another version', async () => {
    renameSync(getBaseTarball(), join(at.folder, 'demo-base-0.9.0.tgz'))
    expect(await readRejection()).toContain('demo-base-1.0.0.tgz is not a file in')
  })

  test('with additional files', async () => {
    writeTarball(join(at.folder, 'demo-other-1.0.0.tgz'), formatManifest('other', '1.0.0'))
    expect(await readRejection()).toContain('demo-other-1.0.0.tgz in')
    expect(await readRejection()).toContain('is not a package of this commit')
  })

  test.each([
    ['another version', formatManifest('base', '2.0.0'), 'another manifest than the commit (version)'],
    ['another package', formatManifest('other', '1.0.0'), 'another manifest than the commit (name)'],
    ['one more to install', formatManifest('base', '1.0.0', { other: '1.0.0' }), 'than the commit (dependencies)'],
    ['another place to go', formatBase({ publishConfig: { registry: 'x' } }), 'than the commit (publishConfig)'],
    ['a script', formatBase({ scripts: { install: 'x' } }), 'than the commit (scripts)'],
    ['no manifest', '{}', 'another manifest than the commit (name, version)'],
    ['a manifest that is not JSON', '<html>', 'cannot be read'],
  ])('where a name hides %s', async (_, inside, sentence) => {
    writeTarball(getBaseTarball(), inside)
    expect(await readRejection()).toContain(sentence)
  })

  test('with a link, or a folder, in place of a package', async () => {
    renameSync(getBaseTarball(), join(at.root, 'elsewhere.tgz'))
    symlinkSync(join(at.root, 'elsewhere.tgz'), getBaseTarball())
    expect(await readRejection()).toContain('demo-base-1.0.0.tgz is not a file in')
    rmSync(getBaseTarball())
    mkdirSync(getBaseTarball())
    expect(await readRejection()).toContain('demo-base-1.0.0.tgz is not a file in')
  })

  test('with half a tarball', async () => {
    truncateSync(getBaseTarball(), 60)
    expect(await readRejection()).toContain('demo-base-1.0.0.tgz cannot be read (')
  })
})
