import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { fileCheckpoint, type FollowState } from '../src/workflows/index.ts'
import { refusal } from './workflow-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'custody-at-once-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const newFile = (): string => join(folder, `file-${(count += 1)}`)

const state: FollowState = { cursor: '482913', seen: ['482910'], open: [] }

describe('a checkpoint', () => {
  test('is what was saved last, when saves are asked for at once', async () => {
    const file = newFile()
    const link = newFile()
    await fileCheckpoint(file).save(state)
    symlinkSync(file, link)
    const places = [file, relative(process.cwd(), file), link]
    const saves = Array.from({ length: 30 }, (_, index) =>
      fileCheckpoint(places[index % 3] ?? file).save({ ...state, cursor: String(index) }),
    )
    expect((await Promise.allSettled(saves)).filter(({ status }) => status === 'rejected')).toEqual([])
    await fileCheckpoint(file).save({ ...state, cursor: '30' })
    expect(await fileCheckpoint(link).load()).toEqual({ ...state, cursor: '30' })
  })

  test('keeps the order of saves of one object, and the state as it was when it was given', async () => {
    const checkpoint = fileCheckpoint(newFile())
    const seen = ['1']
    const first = checkpoint.save({ ...state, seen })
    const others = Array.from({ length: 10 }, (_, index) =>
      checkpoint.save({ ...state, cursor: `${index}`, seen }),
    )
    seen[0] = 'changed'
    await Promise.all([first, ...others])
    expect(await checkpoint.load()).toEqual({ ...state, cursor: '9', seen: ['1'] })
  })

  test('leaves alone what else lies in its folder, and is saved through a link of any name', async () => {
    const file = newFile()
    const [neighbour, link] = [`${file}.new`, `${file}.new.new`]
    await fileCheckpoint(neighbour).save(state)
    await fileCheckpoint(file).save({ ...state, cursor: '1' })
    expect(await fileCheckpoint(neighbour).load()).toEqual(state)
    symlinkSync(neighbour, link)
    await fileCheckpoint(link).save({ ...state, cursor: '2' })
    expect(await fileCheckpoint(neighbour).load()).toMatchObject({ cursor: '2' })
  })

  test('is saved after a save that failed', async () => {
    const place = newFile()
    const checkpoint = fileCheckpoint(join(place, 'file'))
    const failed = refusal(checkpoint.save(state))
    expect(await failed).toMatchObject({ code: 'ENOENT' })
    mkdirSync(place)
    await checkpoint.save(state)
    expect(await checkpoint.load()).toEqual(state)
  })
})
