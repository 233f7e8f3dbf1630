// A file with the state of workflows, and what is read from it after a bit of it was flipped.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

import { sqlite } from '@custody-wallet/store/sqlite'

import { createWorkflowStores } from '../../src/workflows/index.ts'

const keys = Array.from({ length: 40 }, (_, at) => `4711${at}`)

async function read(file: string): Promise<unknown> {
  const store = sqlite(file)
  try {
    const { checkpoint, dedupe, pushJournal } = createWorkflowStores(store)
    return [
      await checkpoint('deposits').load(),
      await pushJournal('pushes').entries(),
      await Promise.all(keys.map((key) => dedupe('paid').has(key))),
    ]
  } finally {
    store.close()
  }
}

/** What a store does with a changed file. Anything else is changed data, as JSON. */
export type Outcome = 'same' | `rejected: ${string}` | 'FILE_BROKEN' | `changed: ${string}`

/** Writes a file with state, and returns its bytes and a function that reads changed ones. */
export async function createStateFile(file: string) {
  const store = sqlite(file)
  const { checkpoint, dedupe, pushJournal } = createWorkflowStores(store)
  await checkpoint('deposits').save({ cursor: '482913', seen: ['482910'], open: [['482900', '0:1:1767225600000']] })
  for (const symbol of ['BTC', 'ETH', 'XRP'])
    await pushJournal('pushes').append({ kind: 'pushed', symbol, addresses: [`${symbol}-1`, `${symbol}-2`] })
  for (const key of keys) await dedupe('paid').add(key)
  store.close()
  const bytes = readFileSync(file)
  const expected = JSON.stringify(await read(file))
  const copy = `${file}.copy`
  async function readChanged(changed: Uint8Array): Promise<Outcome> {
    for (const end of ['-wal', '-shm']) rmSync(copy + end, { force: true })
    writeFileSync(copy, changed)
    try {
      const text = JSON.stringify(await read(copy))
      return text === expected ? 'same' : `changed: ${text}`
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'FILE_BROKEN'
        ? 'FILE_BROKEN'
        : `rejected: ${String(error)}`
    }
  }
  return { bytes, readChanged }
}
