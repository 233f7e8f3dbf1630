import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { openStore } from '../../../src/store/store.ts'
import { createScratchFolder } from '../../support/files.ts'

const formatWriterScript = (file: string): string => `
  const { openStore } = await import('${new URL('../../../src/store/store.ts', import.meta.url)}')
  console.log('started')
  const { db, transaction } = openStore('${file}')
  const { count } = await db.selectFrom('settings').select((select) => select.fn.countAll().as('count')).executeTakeFirst()
  for (let at = count; ; at += 1) {
    await transaction((rows) => rows.insertInto('settings').values({ name: String(at), value: '' }).execute())
    console.log(at)
  }`

/** Writes rows in another process, kills it after some were acknowledged, and returns the last of those. */
async function killWriter(file: string, rows: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', formatWriterScript(file)])
  let output = ''
  const closed = once(child, 'close')
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += String(text)
    if (output.split('\n').length > rows + 1) child.kill('SIGKILL')
  }
  await closed
  return Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1))
}

test('a killed process loses no acknowledged row, from the creation of its file on', async () => {
  const file = join(createScratchFolder(), 'data.db')
  let last = -1
  for (const rows of [0, 1, 2, 10, 100]) {
    const acknowledged = await killWriter(file, rows)
    last = Number.isNaN(acknowledged) ? last : acknowledged
    const store = openStore(file)
    const names = (await store.db.selectFrom('settings').select('name').execute()).map(({ name }) => Number(name))
    await store.close()
    const expected = Array.from({ length: names.length }, (_, at) => at)
    expect(names.toSorted((one, other) => one - other)).toEqual(expected)
    // The last row may be committed, but not acknowledged yet.
    expect(names.length - 1 - last).toBeGreaterThanOrEqual(0)
    last = names.length - 1
  }
  expect(last).toBeGreaterThan(0)
})
