// Follows a service that responds through the parent process, and writes each change to a log before it requests the next.
import { openSync, writeSync } from 'node:fs'

import { sqlite } from '@custody-wallet/store/sqlite'

import { createWorkflowStores, follow } from '../../src/workflows/index.ts'
import type { Row } from './workflow-service.ts'

const [, , file = '', log = '', mode] = process.argv
const written = openSync(log, 'a')
const waiting = new Map<string, (page: readonly Row[]) => void>()

process.on('message', ({ cursor, page }: { readonly cursor: string; readonly page: readonly Row[] }) => {
  waiting.get(cursor)?.(page)
})

const fetch = (cursor: string): Promise<readonly Row[]> =>
  new Promise((resolve) => {
    waiting.set(cursor, resolve)
    process.send?.(cursor)
  })

const source = {
  kind: 'text',
  page: 10,
  fetch,
  getId: ({ id }: Row) => id,
  isFinal: ({ status }: Row) => status === 1,
} as const
const store = sqlite(file)
const checkpoint = createWorkflowStores(store).checkpoint('rows')
const options = { checkpoint, interval: 0, once: mode === 'once', overlap: 5 }
for await (const { record } of follow(source, options))
  if (record) writeSync(written, `${record.id}=${record.status}:${record.confirmations}:${record.updated_at}\n`)
store.close()
process.disconnect?.()
