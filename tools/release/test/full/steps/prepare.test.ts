import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { checkContract } from '../../../../contract/gate.ts'
import { breaking, createRepository, formatBump, write, writeContract } from '../../../../contract/test/repository.ts'
import { prepare } from '../../../steps/prepare.ts'

const ours = join(import.meta.dirname, '../../../../..')

/** A released repository that has the tool for changesets, and our settings of it. */
function createWorkspace(): string {
  const root = createRepository('0.1.0')
  write(root, 'package.json', { private: true })
  write(root, 'pnpm-workspace.yaml', 'packages: [packages/*]\npmOnFail: ignore\n')
  const tool = join(ours, 'node_modules/@changesets/cli/bin.js')
  write(root, 'node_modules/.bin/changeset', `#!/bin/sh\nexec '${process.execPath}' '${tool}' "$@"\n`)
  chmodSync(join(root, 'node_modules/.bin/changeset'), 0o755)
  for (const file of ['.changeset/config.json', 'tools/release/changelog.ts'])
    cpSync(join(ours, file), join(root, file))
  return root
}

const readVersion = (root: string, name: string): unknown =>
  JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8')).version

const doNothing = (): void => {}

test('updates the versions of all packages and the released contract together', async () => {
  const root = createWorkspace()
  writeContract(root, breaking)
  write(root, '.changeset/new.md', formatBump('minor'))
  const output: string[] = []
  await prepare(root, (line) => output.push(line))
  expect([readVersion(root, 'types'), readVersion(root, 'mock')]).toEqual(['0.2.0', '0.2.0'])
  expect(output).toContain('@custody-wallet/types becomes 0.2.0')
  expect(await checkContract(root)).toBe('The contract has not changed since 0.2.0.')
  expect(readFileSync(join(root, 'packages/types/CHANGELOG.md'), 'utf8')).toContain('- What a user gets.')
  expect(existsSync(join(root, '.changeset/new.md'))).toBe(false)
})

test('a change that breaks more than its changeset says stops before any version changes', async () => {
  const root = createWorkspace()
  writeContract(root, breaking)
  write(root, '.changeset/new.md', formatBump('patch'))
  await expect(prepare(root, doNothing)).rejects.toThrow('needs a changeset of at least minor')
  expect(readVersion(root, 'types')).toBe('0.1.0')
  expect(existsSync(join(root, '.changeset/new.md'))).toBe(true)
})

test('a changeset with a misspelt package stops with one sentence', async () => {
  const root = createWorkspace()
  write(root, '.changeset/new.md', formatBump('patch', 'typs'))
  await expect(prepare(root, doNothing)).rejects.toThrow(
    /^\.changeset\/new\.md names @custody-wallet\/typs, which is not one of our packages/,
  )
})

test('without a changeset the versions stay as they are', async () => {
  const root = createRepository('0.1.0')
  const output: string[] = []
  await prepare(root, (line) => output.push(line))
  expect(output.at(-1)).toBe('No changeset is pending: the versions stay as they are.')
  expect(readVersion(root, 'types')).toBe('0.1.0')
})
