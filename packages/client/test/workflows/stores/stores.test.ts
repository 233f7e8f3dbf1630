import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  mkdirSync,
  renameSync,
  existsSync,
  lstatSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { join, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { fileCheckpoint, fileDedupe, filePushJournal } from '../../../src/workflows/index.ts'
import { createDedupeFile } from '../../support/dedupe-file.ts'
import { createTemporaryFolder } from '../../support/folders.ts'
import { catchRejection } from '../../support/workflow-service.ts'

const { folder, createFile: newFile } = createTemporaryFolder()
const push = { kind: 'begun', symbol: 'BTC', addresses: ['a'] } as const

describe('an append-only file', () => {
  test('keeps its entries when it is opened again', async () => {
    const store = fileDedupe(await createDedupeFile(newFile()))
    expect([await store.has('4711'), await store.has('4712'), await store.has('471')]).toEqual([true, true, false])
    await store.close()
  })

  test('does not grow for a duplicate key', async () => {
    const file = await createDedupeFile(newFile())
    const { size } = statSync(file)
    const store = fileDedupe(file)
    await store.add('4711')
    await store.close()
    expect(statSync(file).size).toBe(size)
  })

  test('keeps the order of simultaneous additions', async () => {
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

  test('loses only an incomplete last line, and then accepts entries', async () => {
    const whole = readFileSync(await createDedupeFile(newFile()))
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

  test('is rejected and unchanged when a complete line is corrupted', async () => {
    const file = await createDedupeFile(newFile())
    const text = readFileSync(file, 'utf8').replace('4711', '4719')
    writeFileSync(file, text)
    expect(await catchRejection(fileDedupe(file).has('4711'))).toMatchObject({
      code: 'FILE_BROKEN',
      context: { file, line: 2 },
    })
    expect(await catchRejection(fileDedupe(file).add('1'))).toMatchObject({ code: 'FILE_BROKEN' })
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('is rejected when it is empty, because a store always writes a header', async () => {
    const file = newFile()
    writeFileSync(file, '')
    expect(await catchRejection(fileDedupe(file).has('4711'))).toMatchObject({ code: 'FILE_BROKEN' })
  })

  test('rejects entries after it is closed', async () => {
    const store = fileDedupe(newFile())
    await store.add('1')
    await store.close()
    expect(await catchRejection(store.add('2'))).toMatchObject({ code: 'FILE_CLOSED' })
    expect(await store.has('2')).toBe(false)
  })

  test('keeps a complete last line without a line end, and then accepts entries', async () => {
    const file = await createDedupeFile(newFile())
    writeFileSync(file, readFileSync(file).subarray(0, -1))
    const store = fileDedupe(file)
    expect(await store.has('4712')).toBe(true)
    await store.add('4713')
    await store.close()
    const again = fileDedupe(file)
    expect(await Promise.all(['4711', '4712', '4713'].map((key) => again.has(key)))).toEqual([true, true, true])
    await again.close()
  })

  // A low bit, the bit of upper and lower case, and the bit outside ASCII.
  test('is rejected and unchanged when a bit of any byte is flipped', async () => {
    const whole = readFileSync(await createDedupeFile(newFile()))
    const file = newFile()
    for (const [at, byte] of whole.entries())
      for (const bit of [1, 32, 128]) {
        const flipped = whole.with(at, byte ^ bit)
        writeFileSync(file, flipped)
        expect(await catchRejection(fileDedupe(file).has('4711')), `bit ${bit} of byte ${at}`).toMatchObject({
          code: expect.stringMatching(/^FILE_(?:BROKEN|FORMAT)$/),
        })
        expect(readFileSync(file)).toEqual(Buffer.from(flipped))
      }
  })

  test('is rejected when a line end was changed and an incomplete line follows', async () => {
    const file = await createDedupeFile(newFile())
    const whole = readFileSync(file)
    const end = whole.subarray(0, -1).lastIndexOf(10)
    writeFileSync(file, whole.with(end, 11).subarray(0, -3))
    expect(await catchRejection(fileDedupe(file).has('4711'))).toMatchObject({ code: 'FILE_BROKEN' })
  })
})

describe('a store that was not closed', () => {
  const child = fileURLToPath(new URL('../../support/unclosed-store-child.ts', import.meta.url))

  test('is closed silently after its last use, with all entries', async () => {
    const file = newFile()
    const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', child, file], { encoding: 'utf8' })
    expect([stdout, stderr]).toEqual(['[true,true,true,true]\n', ''])
    expect(await fileDedupe(file).has('3')).toBe(true)
    expect(await filePushJournal(`${file}.pushes`).entries()).toEqual([push])
  })
})

describe('a store whose file could not be opened', () => {
  test('opens it at the next call, and keeps new entries', async () => {
    const file = join(newFile(), 'file')
    const store = fileDedupe(file)
    expect(await catchRejection(store.has('1'))).toMatchObject({ code: 'ENOENT' })
    expect(await catchRejection(store.add('1'))).toMatchObject({ code: 'ENOENT' })
    mkdirSync(dirname(file))
    await store.add('1')
    expect([await store.has('1'), await store.has('2')]).toEqual([true, false])
    await store.close()
    expect(await catchRejection(store.add('2'))).toMatchObject({ code: 'FILE_CLOSED' })
  })

  test('opens it once for several calls, and loses none of their entries', async () => {
    const file = join(newFile(), 'file')
    const journal = filePushJournal(file)
    expect(await catchRejection(journal.entries())).toMatchObject({ code: 'ENOENT' })
    mkdirSync(dirname(file))
    await Promise.all([journal.append(push), journal.append(push)])
    expect(await journal.entries()).toEqual([push, push])
    expect(await filePushJournal(file).entries()).toEqual([push, push])
  })

  test('reads it again after it was corrupted and restored', async () => {
    const file = newFile()
    await fileDedupe(file).add('1')
    const store = fileDedupe(`${file}.copy`)
    writeFileSync(`${file}.copy`, '')
    expect(await catchRejection(store.has('1'))).toMatchObject({ code: 'FILE_BROKEN' })
    renameSync(file, `${file}.copy`)
    expect(await store.has('1')).toBe(true)
  })

  test('is closed without an error', async () => {
    const store = fileDedupe(join(newFile(), 'file'))
    expect(await catchRejection(store.has('1'))).toMatchObject({ code: 'ENOENT' })
    expect(await store.close()).toBeUndefined()
  })
})

describe('a store whose file cannot be cut back to its complete lines', () => {
  test.skipIf(process.platform === 'win32')('is rejected and does not stay open', async () => {
    const file = newFile()
    await fileDedupe(file).add('1')
    appendFileSync(file, 'half of')
    execFileSync('sh', ['-c', 'mkfifo "$0"', `${file}.pipe`])
    const both = 'cat "$0" > "$0.pipe"; cat "$0.pipe"; echo closed'
    const reader = spawn('sh', ['-c', both, file], { stdio: ['ignore', 'pipe', 'inherit'] })
    // Node drops the output of a child that ends before the output has a listener.
    const printed = once(reader.stdout, 'data')
    expect(await catchRejection(fileDedupe(`${file}.pipe`).has('1'))).toMatchObject({ code: 'EINVAL' })
    // A pipe ends when no process has it open for writing.
    expect(String(await printed)).toBe('closed\n')
  })
})

describe('a folder that does not exist', () => {
  test('is an error, and does not count as an empty store', async () => {
    const file = join(folder, 'nowhere', 'file')
    expect(await catchRejection(fileCheckpoint(file).save({ cursor: '482913', seen: [], open: [] }))).toMatchObject({
      code: 'ENOENT',
    })
    expect(await catchRejection(fileDedupe(file).has('1'))).toMatchObject({ code: 'ENOENT' })
  })
})

describe('a journal with a line that is not an entry', () => {
  const folderOfOpen = '/proc/self/fd'

  test.runIf(existsSync(folderOfOpen))('is rejected and does not stay open', async () => {
    const file = newFile()
    const formatLine = (text: string) => `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`
    writeFileSync(file, formatLine('{"format":"custody-dedupe","version":1}') + formatLine('4711'))
    expect(await catchRejection(fileDedupe(file).has('1'))).toMatchObject({
      code: 'FILE_BROKEN',
      context: { line: 2 },
    })
    const open = readdirSync(folderOfOpen).map((name) => readLink(join(folderOfOpen, name)))
    expect(open).not.toContain(realpathSync(file))
  })
})

/** Reads the target of a link, or returns undefined if it is gone. */
function readLink(link: string): string | undefined {
  return lstatSync(link, { throwIfNoEntry: false }) && readlinkSync(link)
}

describe('a full disk', () => {
  const child = fileURLToPath(new URL('../../support/full-disk-child.ts', import.meta.url))
  const runLimited = (file: string): unknown =>
    JSON.parse(
      execFileSync('bash', ['--norc', '-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, child, file], {
        encoding: 'utf8',
      }),
    )

  test('keeps the last complete checkpoint, and every acknowledged line', async () => {
    const file = newFile()
    const { kept, refused: rejection, acknowledged } = Object(runLimited(file))
    expect([kept, rejection]).toEqual(['1', ['EFBIG', 'EFBIG', 'FILE_CLOSED']])
    expect(await fileCheckpoint(file).load()).toMatchObject({ cursor: '1' })
    const store = fileDedupe(`${file}.keys`)
    for (const key of acknowledged) expect(await store.has(key)).toBe(true)
    await store.close()
    expect(existsSync(`${file}.keys`)).toBe(true)
  })
})
