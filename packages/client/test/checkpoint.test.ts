import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

import { fileCheckpoint, fileDedupe, filePushJournal, type FollowState } from '../src/workflows/index.ts'
import { dedupeFile } from './support/dedupe-file.ts'
import { refusal } from './workflow-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'custody-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const newFile = (): string => join(folder, `file-${(count += 1)}`)

const state: FollowState = { cursor: '482913', seen: ['482910'], open: [['482900', '0:1:1767225600000']] }

async function savedFile(): Promise<string> {
  const file = newFile()
  await fileCheckpoint(file).save(state)
  return file
}

describe('a checkpoint in a file', () => {
  test('is what was saved last, and nothing where nothing was', async () => {
    const file = newFile()
    expect(await fileCheckpoint(file).load()).toBeUndefined()
    await fileCheckpoint(file).save({ ...state, cursor: '1' })
    await fileCheckpoint(file).save(state)
    expect(await fileCheckpoint(file).load()).toEqual(state)
  })

  test('leaves no other file behind, and is for its owner alone', async () => {
    const file = await savedFile()
    expect(readdirSync(folder).filter((name) => name.startsWith(`${file.split('/').at(-1)}.`))).toEqual([])
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test('does not mind what an interrupted save left beside it', async () => {
    const file = await savedFile()
    writeFileSync(`${file}.custody-new`, 'half of')
    expect(await fileCheckpoint(file).load()).toEqual(state)
    await fileCheckpoint(file).save(state)
    expect(await fileCheckpoint(file).load()).toEqual(state)
  })

  test('is refused and left untouched when any byte of it was changed or cut off', async () => {
    const whole = readFileSync(await savedFile())
    const file = newFile()
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        for (const broken of [whole.subarray(0, at), whole.with(at, (whole[at] ?? 0) ^ change)]) {
          writeFileSync(file, broken)
          const error = await refusal(fileCheckpoint(file).load())
          expect(error).toMatchObject({ code: 'FILE_BROKEN', facts: { file } })
          expect(readFileSync(file)).toEqual(Buffer.from(broken))
        }
      }),
      { numRuns: 60 },
    )
  })

  test.each(['x', '00000000 ', '\n'])('is refused when %j stands behind it', async (more) => {
    const file = await savedFile()
    appendFileSync(file, more)
    expect(await refusal(fileCheckpoint(file).load())).toMatchObject({ code: 'FILE_BROKEN' })
  })

  test('is refused when a second state stands behind it', async () => {
    const file = await savedFile()
    appendFileSync(file, readFileSync(file, 'utf8').split('\n')[1] + '\n')
    expect(await refusal(fileCheckpoint(file).load())).toMatchObject({ code: 'FILE_BROKEN' })
  })

  test('of another kind is refused as that, by its name', async () => {
    const file = await dedupeFile(newFile())
    const error = await refusal(fileCheckpoint(file).load())
    expect(error).toMatchObject({ code: 'FILE_FORMAT' })
    expect(String(error)).toContain(file)
  })

  test('of a later version is refused as that', async () => {
    const file = newFile()
    const header = '{"format":"custody-checkpoint","version":2}'
    writeFileSync(file, `${crc32(header).toString(16).padStart(8, '0')} ${header}\n`)
    expect(await refusal(fileCheckpoint(file).load())).toMatchObject({ code: 'FILE_FORMAT' })
  })

  test('that cannot be read is an error and not an empty one', async () => {
    expect(await refusal(fileCheckpoint(folder).load())).toMatchObject({ code: 'EISDIR' })
  })
})

describe('a file that only grows', () => {
  test('keeps what was added, across openings', async () => {
    const store = fileDedupe(await dedupeFile(newFile()))
    expect([await store.has('4711'), await store.has('4712'), await store.has('471')]).toEqual([
      true,
      true,
      false,
    ])
    await store.close()
  })

  test('does not grow by what it holds already', async () => {
    const file = await dedupeFile(newFile())
    const { size } = statSync(file)
    const store = fileDedupe(file)
    await store.add('4711')
    await store.close()
    expect(statSync(file).size).toBe(size)
  })

  test('keeps its order when many are added at once', async () => {
    const file = newFile()
    const journal = filePushJournal(file)
    const entries = Array.from(
      { length: 20 },
      (_, index) => ({ kind: 'pushed', symbol: 'BTC', addresses: [`a${index}`] }) as const,
    )
    await Promise.all(entries.map((entry) => journal.append(entry)))
    await journal.close()
    const again = filePushJournal(file)
    expect(await again.entries()).toEqual(entries)
    await again.close()
  })

  test('loses half a last line and nothing else, and goes on cleanly', async () => {
    const whole = readFileSync(await dedupeFile(newFile()))
    const lines = whole.toString().trimEnd().split('\n')
    const last = Buffer.byteLength(lines.at(-1) ?? '') + 1
    for (const cut of [2, last - 1]) {
      const file = newFile()
      writeFileSync(file, whole.subarray(0, whole.length - cut))
      const store = fileDedupe(file)
      expect([await store.has('4711'), await store.has('4712')]).toEqual([true, false])
      await store.add('4713')
      await store.close()
      const again = fileDedupe(file)
      expect([await again.has('4711'), await again.has('4713')]).toEqual([true, true])
      await again.close()
    }
  })

  test('is refused and left untouched when a whole line of it is broken', async () => {
    const file = await dedupeFile(newFile())
    const text = readFileSync(file, 'utf8').replace('4711', '4719')
    writeFileSync(file, text)
    expect(await refusal(fileDedupe(file).has('4711'))).toMatchObject({
      code: 'FILE_BROKEN',
      facts: { file, line: 2 },
    })
    expect(await refusal(fileDedupe(file).add('1'))).toMatchObject({ code: 'FILE_BROKEN' })
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('is refused when it is empty, for none of ours ever is', async () => {
    const file = newFile()
    writeFileSync(file, '')
    expect(await refusal(fileDedupe(file).has('4711'))).toMatchObject({ code: 'FILE_BROKEN' })
  })

  test('takes nothing more once it is closed', async () => {
    const store = fileDedupe(newFile())
    await store.add('1')
    await store.close()
    expect(await refusal(store.add('2'))).toMatchObject({ code: 'FILE_CLOSED' })
    expect(await store.has('2')).toBe(false)
  })
})
