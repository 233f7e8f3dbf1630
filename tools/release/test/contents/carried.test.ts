import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { carriedBy, withCarried } from '../../contents/carried.ts'
import { compactModule } from '../../contents/compact.ts'
import { contentsOf } from '../../contents/package.ts'
import { packed } from '../../contents/tarball.ts'

const packages = join(import.meta.dirname, '../../../../packages')

describe('what a package carries', () => {
  test('is one module with its licence on top, which no build step takes away', async () => {
    const { file, text } = await carriedBy(join(packages, 'client'), 'openapi-fetch')
    expect(file).toBe('dist/carried/openapi-fetch.js')
    expect(compactModule(file, text)).toMatch(
      /^\/\*! openapi-fetch 0\.17\.0, bundled unchanged\.\n\nMIT License/,
    )
    expect(text).not.toMatch(/^import /m)
  })

  test('is not installed beside it', async () => {
    const { files, manifest } = contentsOf(await packed(join(packages, 'client')))
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([
      '@custody-wallet/encryption',
      '@custody-wallet/types',
    ])
    expect([...files.keys()]).toContain('dist/carried/openapi-fetch.js')
  })

  test('is refused where it needs others', async () => {
    const place = mkdtempSync(join(tmpdir(), 'carried-'))
    onTestFinished(() => rmSync(place, { recursive: true }))
    const dependency = join(place, 'node_modules/demo')
    mkdirSync(dependency, { recursive: true })
    writeFileSync(join(dependency, 'package.json'), '{"name": "demo", "version": "1.0.0", "type": "module"}')
    writeFileSync(join(dependency, 'LICENSE'), 'Do as you like.')
    writeFileSync(join(dependency, 'index.js'), `export * from './part.js'`)
    writeFileSync(join(dependency, 'part.js'), `export { other } from 'other'`)
    await expect(carriedBy(place, 'demo')).rejects.toThrow(
      'demo needs other, so it cannot be bundled: remove it from `carried`.',
    )
  })

  test('is what its imports lead to, wherever they stand', () => {
    const carried = [{ name: 'far', file: 'dist/carried/far.js', text: '' }]
    expect(withCarried('dist/a/b.js', `import far from 'far'`, carried)).toBe(
      `import far from '../carried/far.js'`,
    )
    expect(withCarried('dist/b.js', `import far from 'far'`, carried)).toBe(
      `import far from './carried/far.js'`,
    )
    expect(withCarried('dist/b.js', `import x from 'farther'`, carried)).toBe(`import x from 'farther'`)
  })
})
