import { gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { readFiles } from '../../contents/tarball.ts'

interface Entry {
  readonly name?: string
  readonly prefix?: string
  readonly type?: string
  readonly size?: string
  readonly sum?: string
  readonly text?: string
}

/** An entry of an archive, valid by default. */
function createEntry({ name = 'package/a.js', prefix = '', type = '0', text = 'a', ...overrides }: Entry = {}): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(overrides.size ?? text.length.toString(8).padStart(11, '0'), 124, 'latin1')
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(overrides.sum ?? `${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)])
}

const end = Buffer.alloc(1024)
const readTarball = (...parts: readonly Buffer[]) => [...readFiles(gzipSync(Buffer.concat(parts))).entries()]

test('an archive is read as users unpack it', () => {
  const deep = createEntry({ name: 'b.js', prefix: 'package/lib', text: 'b' })
  expect(readTarball(createEntry(), deep, end)).toEqual([
    ['a.js', 'a'],
    ['lib/b.js', 'b'],
  ])
  expect(readTarball(createEntry({ size: '00000000001\0' }), end, end)).toEqual([['a.js', 'a']])
})

describe('an archive is rejected', () => {
  test.each([
    ['a link', { type: '2' }, 'not a regular file of the package'],
    ['a folder', { name: 'package/a', type: '5' }, 'not a regular file of the package'],
    ['a file beside the package', { name: 'other/a.js' }, 'not a regular file of the package'],
    ['a path out of the package', { name: 'package/../../a.js' }, 'not a regular file of the package'],
    ['a path that is not normal', { name: 'package/lib/../a.js' }, 'not a regular file of the package'],
    ['a prefix without a name', { name: '', prefix: 'package/a.js' }, 'has no end or continues after it'],
    ['a negative size', { size: '-0000001000' }, 'A number in a header'],
    ['a binary size', { size: '\u0080\0\0\0\0\0\0\0\0\0\0\u0001' }, 'A number in a header'],
    ['no size', { size: '' }, 'A number in a header'],
    ['a size beyond its end', { size: '00000010000' }, 'truncated'],
    ['a damaged header', { sum: '000001\0 ' }, 'is corrupted'],
  ])('that has %s', (_, overrides, sentence) => {
    expect(() => readTarball(createEntry(overrides), end)).toThrow(sentence)
  })

  test('that has a file twice', () => {
    expect(() => readTarball(createEntry(), createEntry({ text: 'b' }), end)).toThrow('a.js twice')
  })

  test('that continues after its end, or has none', () => {
    expect(() => readTarball(createEntry(), Buffer.alloc(512), createEntry(), end)).toThrow(
      'has no end or continues after it',
    )
    expect(() => readTarball(createEntry(), end, createEntry())).toThrow('has no end or continues after it')
    expect(() => readTarball(createEntry())).toThrow('has no end or continues after it')
  })

  test('that unpacks to more than the limit', () => {
    // An archive may consist of several compressed parts.
    const zeros = gzipSync(Buffer.alloc(1 << 20))
    const bomb = Buffer.concat([gzipSync(createEntry()), ...Array.from({ length: 65 }, () => zeros)])
    expect(bomb.length).toBeLessThan(1 << 17)
    expect(() => readFiles(bomb)).toThrow(RangeError)
  })
})
