import {
  appendFileSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  mkdirSync,
  symlinkSync,
  lstatSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { crc32 } from 'node:zlib'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fileCheckpoint, fileDedupe, type FollowState, follow } from '../../../src/workflows/index.ts'
import { createDedupeFile } from '../../support/dedupe-file.ts'
import { createTemporaryFolder } from '../../support/folders.ts'
import { createSource } from '../../support/follower.ts'
import { catchRejection, collect, createPagingService, createRows } from '../../support/workflow-service.ts'

const { folder, createFile: newFile } = createTemporaryFolder()

const state: FollowState = { cursor: '482913', seen: ['482910'], open: [['482900', '0:1:1767225600000']] }

async function createSavedFile(): Promise<string> {
  const file = newFile()
  await fileCheckpoint(file).save(state)
  return file
}

describe('a checkpoint in a file', () => {
  test('loads the last saved state, or undefined', async () => {
    const file = newFile()
    expect(await fileCheckpoint(file).load()).toBeUndefined()
    await fileCheckpoint(file).save({ ...state, cursor: '1' })
    await fileCheckpoint(file).save(state)
    expect(await fileCheckpoint(file).load()).toEqual(state)
  })

  test('leaves no other file, and only its owner can read it', async () => {
    const file = await createSavedFile()
    expect(readdirSync(folder).filter((name) => name.startsWith(`${file.split('/').at(-1)}.`))).toEqual([])
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test('ignores the rest of an interrupted save', async () => {
    const file = await createSavedFile()
    writeFileSync(`${file}.custody-new`, 'half of')
    expect(await fileCheckpoint(file).load()).toEqual(state)
    await fileCheckpoint(file).save(state)
    expect(await fileCheckpoint(file).load()).toEqual(state)
  })

  test('is rejected and unchanged when any byte is changed or missing', async () => {
    const whole = readFileSync(await createSavedFile())
    const file = newFile()
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        for (const broken of [whole.subarray(0, at), whole.with(at, (whole[at] ?? 0) ^ change)]) {
          writeFileSync(file, broken)
          const error = await catchRejection(fileCheckpoint(file).load())
          expect(error).toMatchObject({ code: 'FILE_BROKEN', context: { file } })
          expect(readFileSync(file)).toEqual(Buffer.from(broken))
        }
      }),
      { numRuns: 60 },
    )
  })

  test.each(['x', '00000000 ', '\n'])('is rejected when %j follows it', async (more) => {
    const file = await createSavedFile()
    appendFileSync(file, more)
    expect(await catchRejection(fileCheckpoint(file).load())).toMatchObject({ code: 'FILE_BROKEN' })
  })

  test('is rejected when a second state follows it', async () => {
    const file = await createSavedFile()
    appendFileSync(file, readFileSync(file, 'utf8').split('\n')[1] + '\n')
    expect(await catchRejection(fileCheckpoint(file).load())).toMatchObject({ code: 'FILE_BROKEN' })
  })

  test('of another type is rejected with its path', async () => {
    const file = await createDedupeFile(newFile())
    const error = await catchRejection(fileCheckpoint(file).load())
    expect(error).toMatchObject({ code: 'FILE_FORMAT' })
    expect(String(error)).toContain(file)
  })

  test('of a later version is rejected', async () => {
    const file = newFile()
    const header = '{"format":"custody-checkpoint","version":2}'
    writeFileSync(file, `${crc32(header).toString(16).padStart(8, '0')} ${header}\n`)
    expect(await catchRejection(fileCheckpoint(file).load())).toMatchObject({ code: 'FILE_FORMAT' })
  })

  test('that cannot be read is an error', async () => {
    expect(await catchRejection(fileCheckpoint(folder).load())).toMatchObject({ code: 'EISDIR' })
  })
})

describe('a checkpoint', () => {
  test('has the last saved state after simultaneous saves', async () => {
    const file = newFile()
    const link = newFile()
    await fileCheckpoint(file).save(state)
    symlinkSync(file, link)
    const positions = [file, relative(process.cwd(), file), link]
    const saves = Array.from({ length: 30 }, (_, index) =>
      fileCheckpoint(positions[index % 3] ?? file).save({ ...state, cursor: String(index) }),
    )
    expect((await Promise.allSettled(saves)).filter(({ status }) => status === 'rejected')).toEqual([])
    await fileCheckpoint(file).save({ ...state, cursor: '30' })
    expect(await fileCheckpoint(link).load()).toEqual({ ...state, cursor: '30' })
  })

  test('keeps the order of saves, and the state at the time of the call', async () => {
    const checkpoint = fileCheckpoint(newFile())
    const seen = ['1']
    const first = checkpoint.save({ ...state, seen })
    const others = Array.from({ length: 10 }, (_, index) => checkpoint.save({ ...state, cursor: `${index}`, seen }))
    seen[0] = 'changed'
    await Promise.all([first, ...others])
    expect(await checkpoint.load()).toEqual({ ...state, cursor: '9', seen: ['1'] })
  })

  test('does not touch other files of its folder, and can be saved through a link of any name', async () => {
    const file = newFile()
    const [neighbour, link] = [`${file}.new`, `${file}.new.new`]
    await fileCheckpoint(neighbour).save(state)
    await fileCheckpoint(file).save({ ...state, cursor: '1' })
    expect(await fileCheckpoint(neighbour).load()).toEqual(state)
    symlinkSync(neighbour, link)
    await fileCheckpoint(link).save({ ...state, cursor: '2' })
    expect(await fileCheckpoint(neighbour).load()).toMatchObject({ cursor: '2' })
  })

  test('can be saved after a failed save', async () => {
    const place = newFile()
    const checkpoint = fileCheckpoint(join(place, 'file'))
    const failed = catchRejection(checkpoint.save(state))
    expect(await failed).toMatchObject({ code: 'ENOENT' })
    mkdirSync(place)
    await checkpoint.save(state)
    expect(await checkpoint.load()).toEqual(state)
  })
})

describe('a link to a checkpoint', () => {
  test('stays a link, and its target is replaced', async () => {
    const [file, link] = [newFile(), newFile()]
    await fileCheckpoint(file).save(state)
    symlinkSync(file, link)
    await fileCheckpoint(link).save({ ...state, cursor: '482914' })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(await fileCheckpoint(file).load()).toMatchObject({ cursor: '482914' })
  })

  test('without a target is an error, because the disk of the target may be missing', async () => {
    const link = newFile()
    symlinkSync(join(folder, 'nowhere', 'file'), link)
    expect(await catchRejection(fileCheckpoint(link).load())).toMatchObject({ code: 'ENOENT' })
    expect(await catchRejection(fileCheckpoint(link).save(state))).toMatchObject({ code: 'ENOENT' })
    expect(await catchRejection(fileDedupe(link).has('1'))).toMatchObject({ code: 'ENOENT' })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })

  test('at the temporary path is not followed', async () => {
    const [file, victim] = [newFile(), newFile()]
    writeFileSync(victim, 'untouched')
    symlinkSync(victim, `${file}.custody-new`)
    await fileCheckpoint(file).save(state)
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    expect(await fileCheckpoint(file).load()).toEqual(state)
  })
})

describe('a checkpoint of other records', () => {
  const createNamedSource = (name: string) => ({ ...createSource(createPagingService(createRows(3))), name })

  test('is rejected and unchanged', async () => {
    const file = newFile()
    const how = { checkpoint: fileCheckpoint(file), once: true }
    expect(await collect(follow(createNamedSource('deposits'), how))).toHaveLength(3)
    const kept = readFileSync(file)
    expect(await catchRejection(collect(follow(createNamedSource('minerFees'), how)))).toMatchObject({
      code: 'CHECKPOINT_MISMATCHED',
    })
    expect(readFileSync(file)).toEqual(kept)
    expect(await collect(follow(createNamedSource('deposits'), how))).toEqual([])
  })

  test('without a name is accepted, and so is a source without a name', async () => {
    const file = newFile()
    const how = { checkpoint: fileCheckpoint(file), once: true }
    await fileCheckpoint(file).save({ ...state, cursor: '1' })
    expect(await collect(follow(createNamedSource('deposits'), how))).toHaveLength(2)
    expect(await collect(follow(createSource(createPagingService(createRows(3))), how))).toEqual([])
  })
})
