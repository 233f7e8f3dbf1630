import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { fileDedupe } from '../src/workflows/index.ts'
import { dedupeFile } from './support/dedupe-file.ts'
import { refusal } from './workflow-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'custody-damaged-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const newFile = (): string => join(folder, `file-${(count += 1)}`)

describe('a file that only grows', () => {
  test('keeps a whole last line that lacks its end, and goes on cleanly', async () => {
    const file = await dedupeFile(newFile())
    writeFileSync(file, readFileSync(file).subarray(0, -1))
    const store = fileDedupe(file)
    expect(await store.has('4712')).toBe(true)
    await store.add('4713')
    await store.close()
    const again = fileDedupe(file)
    expect(await Promise.all(['4711', '4712', '4713'].map((key) => again.has(key)))).toEqual([
      true,
      true,
      true,
    ])
    await again.close()
  })

  test('is refused and left untouched, whichever of its bits was flipped', async () => {
    const whole = readFileSync(await dedupeFile(newFile()))
    const file = newFile()
    for (const [at, byte] of whole.entries())
      for (let bit = 1; bit <= 128; bit *= 2) {
        const flipped = whole.with(at, byte ^ bit)
        writeFileSync(file, flipped)
        expect(await refusal(fileDedupe(file).has('4711')), `bit ${bit} of byte ${at}`).toMatchObject({
          code: expect.stringMatching(/^FILE_(?:BROKEN|FORMAT)$/),
        })
        expect(readFileSync(file)).toEqual(Buffer.from(flipped))
      }
  })

  test('is refused when the end of a line was changed and half a line follows it', async () => {
    const file = await dedupeFile(newFile())
    const whole = readFileSync(file)
    const end = whole.subarray(0, -1).lastIndexOf(10)
    writeFileSync(file, whole.with(end, 11).subarray(0, -3))
    expect(await refusal(fileDedupe(file).has('4711'))).toMatchObject({ code: 'FILE_BROKEN' })
  })
})
