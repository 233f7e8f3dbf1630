import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { overruled } from '../policy/overruled.ts'

const root = join(import.meta.dirname, '../../..')

describe('packages of others', () => {
  const texts = {
    'pnpm-workspace.yaml': readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'),
    'package.json': readFileSync(join(root, 'package.json'), 'utf8'),
    'pnpm-lock.yaml': readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'),
  }

  test('are as their makers publish them', () => expect(overruled(texts)).toEqual([]))

  test.each([
    ['pnpm-workspace.yaml', 'patchedDependencies', '\npatchedDependencies: { a: patches/a.patch }\n'],
    ['pnpm-workspace.yaml', 'overrides', "\n'overrides':\n  a: 1.0.0\n"],
    ['pnpm-workspace.yaml', 'packageExtensions', '\npackageExtensions: {}\n'],
    ['pnpm-lock.yaml', 'overrides', '\noverrides:\n  a: 1.0.0\n'],
    ['pnpm-lock.yaml', 'patch_hash', '\n# a@1.0.0(patch_hash=00)\n'],
  ] as const)('are refused when %s has %s', (file, key, more) => {
    expect(overruled({ ...texts, [file]: texts[file] + more })).toEqual([
      expect.stringMatching(new RegExp(`^${file} has .*\`${key}\``)),
    ])
  })

  test.each(['pnpm', 'overrides', 'resolutions'])('are refused when the root manifest has %s', (key) => {
    const more = JSON.stringify({ ...JSON.parse(texts['package.json']), [key]: {} })
    expect(overruled({ ...texts, 'package.json': more })).toEqual([
      expect.stringContaining(`package.json has \`${key}\``),
    ])
  })
})
