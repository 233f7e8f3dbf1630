// A receiver in a separate process that kills itself: program.ts PLACE POINT COUNT PORT, with its keys in the environment.
// The place is a file, or the address of a PostgreSQL. A request to /retry retries all conflicts.
import { createServer } from 'node:http'

import { modern } from '@custody-wallet/encryption/modern'
import { createReceiver, type ReceiverOptions } from '@custody-wallet/receiver'
import type { Store } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { sqlite } from '@custody-wallet/store/sqlite'
import { Pool } from 'pg'

const [place = '', point = '', count = '1', port = '0'] = process.argv.slice(2)
const keys = JSON.parse(process.env['RECEIVER_KEYS'] ?? '{}')

let reached = 0

/** Kills this process when it has reached its point `count` times. */
function reachPoint(name: string): void {
  if (name !== point) return
  reached += 1
  if (reached === Number(count)) process.kill(process.pid, 'SIGKILL')
}

/** Reports commits of transactions. */
const watchStore = <Tx>(store: Store<Tx>): Store<Tx> => ({
  ...store,
  async transaction(work) {
    const result = await store.transaction(work)
    reachPoint('commit')
    return result
  },
})

function serve<Tx>(store: Store<Tx>, credit: (tx: Tx, txid: string, amount: string) => Promise<unknown>): void {
  const options: ReceiverOptions<Tx> = {
    profile: modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys, mode: 'pool' }),
    store: watchStore(store),
    async onDeposit({ txid, credit: amount }, tx) {
      reachPoint('claim')
      await credit(tx, txid, amount)
      reachPoint('effect')
    },
    onConflict: async () => undefined,
    onError: (error) => console.error(error),
  }
  const receiver = createReceiver(options)
  const retryAll = async (): Promise<void> => {
    for await (const conflict of receiver.conflicts()) await receiver.retry(conflict)
  }
  const server = createServer((request, response) =>
    request.url === '/retry' ? void retryAll().then(() => response.end()) : receiver.listener(request, response),
  )
  server.listen(Number(port), '127.0.0.1', () => {
    const address = server.address()
    console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  })
}

const insert = 'INSERT INTO credits (txid, amount) VALUES'

if (place.startsWith('postgres://')) {
  const pool = new Pool({ connectionString: place, max: 4 })
  serve(postgres(pool), async (tx, txid, amount) => {
    // The mistake of a function that makes its changes outside the transaction. The third message of a process hangs
    // after its effect, so that the process is killed there.
    const isOutside = point === 'outside'
    await (isOutside ? pool : tx).query(`${insert} ($1, $2)`, [txid, amount])
    if (isOutside && (reached += 1) === 3) await new Promise<never>(() => {})
  })
} else {
  serve(sqlite(place), async (tx, txid, amount) => tx.run(`${insert} (?, ?)`, txid, amount))
}
