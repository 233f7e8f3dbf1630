import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'

import { afterAll, describe, expect, test } from 'vitest'

import { fileCheckpoint, fileDedupe, follow, type FollowState } from '../src/workflows/index.ts'
import { sourceOf } from './workflow-follow.ts'
import { collect, pagingService, refusal, rows } from './workflow-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'custody-places-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const newFile = (): string => join(folder, `file-${(count += 1)}`)

const state: FollowState = { cursor: '482913', seen: [], open: [] }

describe('a link to a checkpoint', () => {
  test('stays a link, and what it leads to is replaced', async () => {
    const [file, link] = [newFile(), newFile()]
    await fileCheckpoint(file).save(state)
    symlinkSync(file, link)
    await fileCheckpoint(link).save({ ...state, cursor: '482914' })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(await fileCheckpoint(file).load()).toMatchObject({ cursor: '482914' })
  })

  test('into nothing is an error and no new beginning: the disk behind it may be missing', async () => {
    const link = newFile()
    symlinkSync(join(folder, 'nowhere', 'file'), link)
    expect(await refusal(fileCheckpoint(link).load())).toMatchObject({ code: 'ENOENT' })
    expect(await refusal(fileCheckpoint(link).save(state))).toMatchObject({ code: 'ENOENT' })
    expect(await refusal(fileDedupe(link).has('1'))).toMatchObject({ code: 'ENOENT' })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })

  test('that somebody laid where the next version is written leads nowhere', async () => {
    const [file, victim] = [newFile(), newFile()]
    writeFileSync(victim, 'untouched')
    symlinkSync(victim, `${file}.custody-new`)
    await fileCheckpoint(file).save(state)
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    expect(await fileCheckpoint(file).load()).toEqual(state)
  })
})

describe('a folder that is not there', () => {
  test('is an error and no new beginning', async () => {
    const file = join(folder, 'nowhere', 'file')
    expect(await refusal(fileCheckpoint(file).save(state))).toMatchObject({ code: 'ENOENT' })
    expect(await refusal(fileDedupe(file).has('1'))).toMatchObject({ code: 'ENOENT' })
  })
})

describe('a checkpoint of other records', () => {
  const named = (name: string) => ({ ...sourceOf(pagingService(rows(3))), name })

  test('is refused and left untouched', async () => {
    const file = newFile()
    const how = { checkpoint: fileCheckpoint(file), once: true }
    expect(await collect(follow(named('deposits'), how))).toHaveLength(3)
    const kept = readFileSync(file)
    expect(await refusal(collect(follow(named('minerFees'), how)))).toMatchObject({
      code: 'CHECKPOINT_OF_OTHERS',
    })
    expect(readFileSync(file)).toEqual(kept)
    expect(await collect(follow(named('deposits'), how))).toEqual([])
  })

  test('without a name is taken, as is a source without one', async () => {
    const file = newFile()
    const how = { checkpoint: fileCheckpoint(file), once: true }
    await fileCheckpoint(file).save({ ...state, cursor: '1' })
    expect(await collect(follow(named('deposits'), how))).toHaveLength(2)
    expect(await collect(follow(sourceOf(pagingService(rows(3))), how))).toEqual([])
  })
})

describe('a journal with a line that is no entry', () => {
  const folderOfOpen = '/proc/self/fd'

  test.runIf(existsSync(folderOfOpen))('is refused and does not stay open', async () => {
    const file = newFile()
    const line = (text: string) => `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`
    writeFileSync(file, line('{"format":"custody-dedupe","version":1}') + line('4711'))
    expect(await refusal(fileDedupe(file).has('1'))).toMatchObject({
      code: 'FILE_BROKEN',
      facts: { line: 2 },
    })
    const open = readdirSync(folderOfOpen).map((name) => linkOf(join(folderOfOpen, name)))
    expect(open).not.toContain(realpathSync(file))
  })
})

/** Where a link leads; one that is gone by now leads nowhere. */
function linkOf(link: string): string | undefined {
  return lstatSync(link, { throwIfNoEntry: false }) && readlinkSync(link)
}

describe('a full disk', () => {
  const child = fileURLToPath(new URL('full-disk-child.ts', import.meta.url))
  const limited = (file: string): unknown =>
    JSON.parse(
      execFileSync('bash', ['--norc', '-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, child, file], {
        encoding: 'utf8',
      }),
    )

  test('keeps the last whole checkpoint, and every acknowledged line', async () => {
    const file = newFile()
    const { kept, refused, acknowledged } = Object(limited(file))
    expect([kept, refused]).toEqual(['1', ['EFBIG', 'EFBIG', 'FILE_CLOSED']])
    expect(await fileCheckpoint(file).load()).toMatchObject({ cursor: '1' })
    const store = fileDedupe(`${file}.keys`)
    for (const key of acknowledged) expect(await store.has(key)).toBe(true)
    await store.close()
    expect(existsSync(`${file}.keys`)).toBe(true)
  })
})
