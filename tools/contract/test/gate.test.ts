import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { checkContract } from '../gate.ts'
import { base, applyPatch } from './base.ts'
import { breaking, release, createRepository, formatBump, write, writeContract, writeVersion } from './repository.ts'

const compatible = { components: { schemas: { Phone: { type: 'string' } } } }
const wording = { info: { description: 'Of each thing.' } }

describe('the gate', () => {
  test('says that nothing is released before the first release', async () => {
    expect(await checkContract(createRepository())).toMatch(/^The contract may change freely.*\.$/)
  })

  test('names the version of the contract', async () => {
    expect(await checkContract(createRepository('0.1.0'))).toBe('The contract has not changed since 0.1.0.')
  })

  test.each([
    ['0.1.0', 'wording', wording, 'none', 'patch'],
    ['0.1.0', 'compatible', compatible, 'none', 'patch'],
    ['0.1.0', 'breaking', breaking, 'patch', 'minor'],
    ['1.2.0', 'wording', wording, 'none', 'patch'],
    ['1.2.0', 'compatible', compatible, 'patch', 'minor'],
    ['1.2.0', 'breaking', breaking, 'minor', 'major'],
  ] as const)('after %s takes a %s change with no less than it needs', async (version, _, patch, less, enough) => {
    const root = createRepository(version)
    writeContract(root, patch)
    if (less !== 'none') write(root, '.changeset/less.md', formatBump(less))
    await expect(checkContract(root)).rejects.toThrow(
      `needs a changeset of at least ${enough} for @custody-wallet/types; there is ${less}: run \`npx changeset\`.`,
    )
    write(root, '.changeset/enough.md', formatBump(enough))
    expect(await checkContract(root)).toBe(
      `The contract has one change since ${version}; a changeset of @custody-wallet/types says ${enough}.`,
    )
  })

  test('rejects a change with the changeset of another package', async () => {
    const root = createRepository('0.1.0')
    writeContract(root, breaking)
    write(root, '.changeset/other.md', formatBump('major', 'mock'))
    await expect(checkContract(root)).rejects.toThrow('there is none')
  })

  test('lists what changed, worst first', async () => {
    const root = createRepository('0.1.0')
    writeContract(root, { ...wording, ...compatible, ...breaking })
    const list = [
      'Breaking:\n- list was removed: code that makes this call no longer compiles.',
      'Compatible:\n- `Phone` is a new type: callers may use it.',
      'Wording:\n- The contract has another `description`.',
    ]
    await expect(checkContract(root)).rejects.toThrow(list.join('\n\n'))
  })

  test('compares with the released contract after a move', async () => {
    const root = createRepository('0.1.0')
    writeContract(root, breaking)
    release(root, '0.2.0')
    expect(await checkContract(root)).toBe('The contract has not changed since 0.2.0.')
    writeContract(root, {})
    await expect(checkContract(root)).rejects.toThrow('- list is a new call')
  })

  test.each(['plain', 'wire'])('reports a change of the %s view alone', async (view) => {
    const root = createRepository('0.1.0')
    write(root, `packages/types/openapi/${view}.json`, applyPatch(base, breaking))
    await expect(checkContract(root)).rejects.toThrow('- list was removed')
  })

  test('rejects a repository without its snapshot', async () => {
    const root = createRepository('0.1.0')
    rmSync(join(root, 'api/released'), { recursive: true })
    await expect(checkContract(root)).rejects.toThrow('packages/types has 0.1.0: restore both from git.')
  })

  test.each(['0.0.0', '0.1.1', '0.2.0'])('rejects a snapshot of 0.1.0 beside a package of %s', async (version) => {
    const root = createRepository('0.1.0')
    writeVersion(root, version)
    await expect(checkContract(root)).rejects.toThrow(
      `api/released is the contract of 0.1.0, and packages/types has ${version}: restore both from git.`,
    )
  })
})
