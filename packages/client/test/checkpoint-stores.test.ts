import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, test } from 'vitest'

import { fileDedupe, filePushJournal } from '../src/workflows/index.ts'
import { refusal } from './workflow-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'custody-stores-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const newFile = (): string => join(folder, `folder-${(count += 1)}`, 'file')

/** A file in a folder that is there. */
function placedFile(): string {
  const file = newFile()
  mkdirSync(dirname(file))
  return file
}

const push = { kind: 'begun', symbol: 'BTC', addresses: ['a'] } as const

describe('a store that nobody closed', () => {
  const child = fileURLToPath(new URL('checkpoint-dropped-child.ts', import.meta.url))

  test('ends with its last user, without a word and with all that it was given', async () => {
    const file = placedFile()
    const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', child, file], { encoding: 'utf8' })
    expect([stdout, stderr]).toEqual(['[true,true,true,true]\n', ''])
    expect(await fileDedupe(file).has('3')).toBe(true)
    expect(await filePushJournal(`${file}.pushes`).entries()).toEqual([push])
  })
})

describe('a store whose file could not be opened', () => {
  test('opens it when it is asked again, and knows what it is given from then on', async () => {
    const file = newFile()
    const store = fileDedupe(file)
    expect(await refusal(store.has('1'))).toMatchObject({ code: 'ENOENT' })
    expect(await refusal(store.add('1'))).toMatchObject({ code: 'ENOENT' })
    mkdirSync(dirname(file))
    await store.add('1')
    expect([await store.has('1'), await store.has('2')]).toEqual([true, false])
    await store.close()
    expect(await refusal(store.add('2'))).toMatchObject({ code: 'FILE_CLOSED' })
  })

  test('opens it when it is asked again by several at once, and loses nothing of theirs', async () => {
    const file = newFile()
    const journal = filePushJournal(file)
    expect(await refusal(journal.entries())).toMatchObject({ code: 'ENOENT' })
    mkdirSync(dirname(file))
    await Promise.all([journal.append(push), journal.append(push)])
    expect(await journal.entries()).toEqual([push, push])
    expect(await filePushJournal(file).entries()).toEqual([push, push])
  })

  test('reads it anew when it was broken and has been restored', async () => {
    const file = placedFile()
    await fileDedupe(file).add('1')
    const store = fileDedupe(`${file}.copy`)
    writeFileSync(`${file}.copy`, '')
    expect(await refusal(store.has('1'))).toMatchObject({ code: 'FILE_BROKEN' })
    renameSync(file, `${file}.copy`)
    expect(await store.has('1')).toBe(true)
  })

  test('is closed without another word', async () => {
    const store = fileDedupe(newFile())
    expect(await refusal(store.has('1'))).toMatchObject({ code: 'ENOENT' })
    expect(await store.close()).toBeUndefined()
  })
})

describe('a store whose file cannot be cut back to its whole lines', () => {
  test.skipIf(process.platform === 'win32')('is refused and does not stay open', async () => {
    const file = placedFile()
    await fileDedupe(file).add('1')
    appendFileSync(file, 'half of')
    execFileSync('sh', ['-c', 'mkfifo "$0"', `${file}.pipe`])
    const both = 'cat "$0" > "$0.pipe"; cat "$0.pipe"; echo closed'
    const reader = spawn('sh', ['-c', both, file], { stdio: ['ignore', 'pipe', 'inherit'] })
    // Node throws away what a child has printed if it ends before the output has a listener.
    const printed = once(reader.stdout, 'data')
    expect(await refusal(fileDedupe(`${file}.pipe`).has('1'))).toMatchObject({ code: 'EINVAL' })
    // A pipe has an end when nobody holds it open to write.
    expect(String(await printed)).toBe('closed\n')
  })
})
