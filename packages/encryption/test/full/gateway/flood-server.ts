// The server of flood.ts, which runs in a thread.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

import { createGateway, createNodeListener } from '../../../src/gateway/index.ts'
import { type KeptKeys, type Merchant, merchants, createFloodParty } from './flood.ts'

const keys: KeptKeys = workerData
const parties = new Map<string, ReturnType<typeof createFloodParty>>(
  merchants.map((merchant: Merchant) => [merchant, createFloodParty(merchant, 'platform', keys[merchant])]),
)
const listen = createNodeListener(
  createGateway({
    findParty: (appId) => parties.get(appId),
    handler: (_request, { operation }) =>
      Response.json(
        operation === 'getAccount' ? { code: '100004', msg: 'no such account' } : { code: 0, msg: 'success', data: [] },
      ),
  }),
)
const server = createServer((request, response) => void listen(request, response))
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
parentPort?.postMessage(typeof address === 'object' ? address?.port : 0)
