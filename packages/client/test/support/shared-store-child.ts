// A process that uses the stores of a place on command: a file, or the address of a PostgreSQL.
import { createPool } from '@custody-wallet/postgres'
import type { Store } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { sqlite } from '@custody-wallet/store/sqlite'

import { createWorkflowStores, isWorkflowError } from '../../src/workflows/index.ts'

export type Command =
  | { readonly kind: 'load' }
  | { readonly kind: 'save'; readonly cursor: string }
  | { readonly kind: 'claim'; readonly keys: readonly string[] }

function serve<Tx>(store: Store<Tx>): void {
  const { checkpoint, dedupe } = createWorkflowStores(store)
  const deposits = checkpoint('deposits')
  const paid = dedupe('paid')
  async function respond(command: Command): Promise<string> {
    if (command.kind === 'load') return (await deposits.load())?.cursor ?? '0'
    if (command.kind === 'save') {
      await deposits.save({ cursor: command.cursor, seen: [], open: [] })
      return 'saved'
    }
    const claimed: string[] = []
    for (const key of command.keys) if (await store.transaction((tx) => paid.claim(tx, key))) claimed.push(key)
    return claimed.join(' ')
  }
  process.on('message', (command: Command) => {
    const sent = respond(command).catch((error: unknown) => (isWorkflowError(error) ? error.code : String(error)))
    void sent.then((reply) => process.send?.(reply))
  })
}

const [place = ''] = process.argv.slice(2)
if (place.startsWith('postgres://')) serve(postgres(createPool(place, 2)))
else serve(sqlite(place))
