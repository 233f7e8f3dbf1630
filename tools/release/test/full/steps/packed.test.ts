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
import { packedIn } from '../../../steps/packed.ts'

const places: string[] = []
afterAll(() => places.forEach((place) => rmSync(place, { recursive: true })))

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const manifest = (own: string, version: string, dependencies?: object): string =>
  JSON.stringify({ name: `@demo/${own}`, version, dependencies })

interface Place {
  readonly root: string
  readonly folder: string
  readonly into: string
}

/** A repository of two packages, the one needing the other, and folders for what is packed and for what is read. */
function repository(): Place {
  const root = mkdtempSync(join(tmpdir(), 'packed-test-'))
  places.push(root)
  write(join(root, 'package.json'), '{"private": true}')
  write(join(root, 'pnpm-workspace.yaml'), 'packages: [packages/*]\npmOnFail: ignore\n')
  write(join(root, 'packages/a/package.json'), manifest('top', '1.0.0', { '@demo/base': 'workspace:^' }))
  write(join(root, 'packages/b/package.json'), manifest('base', '1.0.0'))
  const folder = join(root, 'packed')
  mkdirSync(folder)
  return { root, folder, into: join(root, 'read') }
}

const base10 = (more: object): string => JSON.stringify({ ...JSON.parse(manifest('base', '1.0.0')), ...more })

/** A tarball as no tool of ours makes it. */
function tarball(file: string, text: string): void {
  const place = mkdtempSync(join(tmpdir(), 'tarball-'))
  places.push(place)
  write(join(place, 'package/package.json'), text)
  execFileSync('tar', ['-czf', file, '-C', place, 'package/package.json'])
}

test('packed packages are read in the order in which they were packed', async () => {
  const { root, folder, into } = repository()
  cpSync(new URL('../../../../../.pnpmfile.mjs', import.meta.url), join(root, '.pnpmfile.mjs'))
  const packed = await pack(root, folder)
  expect(packed.map(({ name }) => name)).toEqual(['@demo/base', '@demo/top'])
  const read = await packedIn(folder, root, into)
  expect(read).toEqual(packed.map((each) => ({ ...each, file: join(into, basename(each.file)) })))
  expect(read.map(({ file }) => readFileSync(file))).toEqual(packed.map(({ file }) => readFileSync(file)))
})

describe('a folder is refused', () => {
  let at: Place
  const base = (): string => join(at.folder, 'demo-base-1.0.0.tgz')
  const refusal = async (): Promise<string> => {
    const outcome = await packedIn(at.folder, at.root, at.into).catch((error: unknown) => error)
    return outcome instanceof ReleaseError ? outcome.message : String(outcome)
  }

  beforeEach(() => {
    at = repository()
    tarball(base(), manifest('base', '1.0.0'))
    tarball(join(at.folder, 'demo-top-1.0.0.tgz'), manifest('top', '1.0.0', { '@demo/base': '^1.0.0' }))
  })

  test('only for a reason', async () => {
    expect(await refusal()).toBe('[object Object],[object Object]')
  })

  test('that is not there, with what to do', async () => {
    rmSync(at.folder, { recursive: true })
    expect(await refusal()).toBe(
      `${at.folder} cannot be read (ENOENT: no such file or directory, scandir '${at.folder}'): pack this commit into a new folder (npm run release -- --pack FOLDER).`,
    )
  })

  test('without one of the packages', async () => {
    rmSync(base())
    expect(await refusal()).toContain('demo-base-1.0.0.tgz is not a file in')
  })

  test('with the packages of another version', async () => {
    renameSync(base(), join(at.folder, 'demo-base-0.9.0.tgz'))
    expect(await refusal()).toContain('demo-base-1.0.0.tgz is not a file in')
  })

  test('with anything more', async () => {
    tarball(join(at.folder, 'demo-other-1.0.0.tgz'), manifest('other', '1.0.0'))
    expect(await refusal()).toContain('demo-other-1.0.0.tgz in')
    expect(await refusal()).toContain('is not a package of this commit')
  })

  test.each([
    ['another version', manifest('base', '2.0.0'), 'another manifest than the commit (version)'],
    ['another package', manifest('other', '1.0.0'), 'another manifest than the commit (name)'],
    ['one more to install', manifest('base', '1.0.0', { other: '1.0.0' }), 'than the commit (dependencies)'],
    ['another place to go', base10({ publishConfig: { registry: 'x' } }), 'than the commit (publishConfig)'],
    ['a script', base10({ scripts: { install: 'x' } }), 'than the commit (scripts)'],
    ['no manifest', '{}', 'another manifest than the commit (name, version)'],
    ['a manifest that is not JSON', '<html>', 'cannot be read'],
  ])('where a name hides %s', async (_, inside, sentence) => {
    tarball(base(), inside)
    expect(await refusal()).toContain(sentence)
  })

  test('with a link, or a folder, in place of a package', async () => {
    renameSync(base(), join(at.root, 'elsewhere.tgz'))
    symlinkSync(join(at.root, 'elsewhere.tgz'), base())
    expect(await refusal()).toContain('demo-base-1.0.0.tgz is not a file in')
    rmSync(base())
    mkdirSync(base())
    expect(await refusal()).toContain('demo-base-1.0.0.tgz is not a file in')
  })

  test('with half a tarball', async () => {
    truncateSync(base(), 60)
    expect(await refusal()).toContain('demo-base-1.0.0.tgz cannot be read (')
  })
})
