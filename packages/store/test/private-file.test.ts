// The file has personal data, so other users must not read it.
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { sqlite } from '@custody-wallet/store/sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createFolder } from './folder.ts'

/** Names and permissions of the files in a folder. */
const listModes = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(path).map((name) => [name, (statSync(join(path, name)).mode & 0o777).toString(8)]))

const isPrivate = { 'claims.db': '600', 'claims.db-shm': '600', 'claims.db-wal': '600' }

async function useStore(file: string) {
  const store = sqlite(file)
  onTestFinished(() => store.close())
  await store.transaction(async (tx) => tx.run('CREATE TABLE IF NOT EXISTS credits (txid text)'))
}

// Windows has no such permissions.
describe.runIf(process.platform !== 'win32')('only its owner can read', () => {
  test('a new file, and the files beside it', async () => {
    const path = createFolder()
    await useStore(join(path, 'claims.db'))
    expect(listModes(path)).toEqual(isPrivate)
  })

  test('a new file with a file: URL', async () => {
    const path = createFolder()
    await useStore(String(pathToFileURL(join(path, 'claims.db'))))
    expect(listModes(path)).toEqual(isPrivate)
  })

  test('a file of an earlier version, and the files beside it', async () => {
    const path = createFolder()
    await useStore(join(path, 'claims.db'))
    for (const name of readdirSync(path)) chmodSync(join(path, name), 0o644)
    await useStore(join(path, 'claims.db'))
    expect(listModes(path)).toEqual(isPrivate)
  })
})
