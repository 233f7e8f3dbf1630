// A receiver that reads its settings from the environment: receiver-program.ts FILE PORT. It stores credits in a file, and
// also serves the app_id demo-other-shop with the same keys.
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { readProfileFromEnv } from '@custody-wallet/client/env'
import { readEnvelope } from '@custody-wallet/encryption'
import { createReceiver } from '@custody-wallet/receiver'
import { sqlite } from '@custody-wallet/store/sqlite'
import { isDecimal, sum } from '@custody-wallet/types/arithmetic'

const [file = '', port = '0'] = process.argv.slice(2)
const store = sqlite(file)
await store.transaction(async (tx) => tx.run('CREATE TABLE IF NOT EXISTS changes (place text, amount text)'))

const ownAppId = process.env['CUSTODY_APP_ID'] ?? ''
const formatPlace = (...parts: readonly string[]): string => JSON.stringify(parts)

const createAppReceiver = (appId: string) =>
  createReceiver({
    profile: readProfileFromEnv({ ...process.env, CUSTODY_APP_ID: appId }),
    store,
    onDeposit: async ({ credit, symbol, address_to, memo }, tx) =>
      tx.run('INSERT INTO changes VALUES (?, ?)', formatPlace('credited', appId, symbol, address_to, memo), credit),
    onInternal: async ({ fee, symbol, address_to, memo }, tx) =>
      tx.run('INSERT INTO changes VALUES (?, ?)', formatPlace('deducted', appId, symbol, address_to, memo ?? ''), fee),
    onConflict: async () => undefined,
  })
const receivers = new Map([ownAppId, 'demo-other-shop'].map((appId) => [appId, createAppReceiver(appId)]))

/** GET /test/WHAT?symbol=&address=&memo= returns what was credited or deducted. */
async function totalOf(url: URL): Promise<string> {
  const { searchParams: query } = url
  const [symbol, address, memo] = [query.get('symbol'), query.get('address'), query.get('memo')]
  const place = formatPlace(url.pathname.slice('/test/'.length), ownAppId, symbol ?? '', address ?? '', memo ?? '')
  const rows = await store.transaction(async (tx) => tx.all('SELECT amount FROM changes WHERE place = ?', place))
  return sum(rows.map(({ amount }) => String(amount)).filter(isDecimal))
}

function readAppId(body: Uint8Array): string {
  try {
    return readEnvelope(body).appId
  } catch {
    return ''
  }
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'GET') return response.end(await totalOf(url))
  const body = new Uint8Array(await buffer(request))
  const receiver = receivers.get(readAppId(body)) ?? receivers.get(ownAppId)
  const reply = await receiver?.fetch(new Request(url, { method: 'POST', body }))
  response.statusCode = reply?.status ?? 500
  return response.end(await reply?.text())
})
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`)
})
