import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { packagesOf } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'
import { packedByNpm, unpackable } from '../support/npm.ts'

const place = mkdtempSync(join(tmpdir(), 'pack-test-'))
afterAll(() => rmSync(place, { recursive: true }))

test.each(packagesOf(root))('npm makes no tarball of $name that cannot be installed', ({ folder }) => {
  expect(packedByNpm('pack', folder, place)).toEqual(unpackable)
})
