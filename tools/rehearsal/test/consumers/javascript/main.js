// Seals and opens a call with each suite and throwaway keys, then calls the mock: plain, and sealed by environment.
import assert from 'node:assert/strict'

import { createCustodyFromEnv } from '@custody-wallet/client/env'
import { createPlainClient } from '@custody-wallet/client/plain'
import { createParty, readEnvelope, readQuery } from '@custody-wallet/encryption'
import { classic, oaepEnvelopes } from '@custody-wallet/encryption/classic'
import { generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

const [shop, platform] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
const toBytes = (text) => new TextEncoder().encode(text)

function createSides(profile) {
  const appId = 'demo-shop'
  const merchant = createParty(
    profile({ appId, party: { own: 'shop', peer: 'platform' }, keys: { own: shop, peer: platform } }),
  )
  const service = createParty(
    profile({ appId, party: { own: 'platform', peer: 'shop' }, keys: { own: platform, peer: shop } }),
  )
  return { merchant, service }
}

async function makeRoundTrip(profile) {
  const { merchant, service } = createSides(profile)
  const request = await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' })
  const opened = await service.openRequest('pullWithdrawals', request.path, readEnvelope(toBytes(request.body)))
  assert.deepEqual(opened.parameters, { symbol: 'BTC' })
  const response = await service.sealResponse(opened.binding, { code: 0, msg: 'success', data: [] })
  const { response: read } = await merchant.openResponse(request, toBytes(response))
  assert.deepEqual(read, { code: 0, msg: 'success', data: [] })
}

async function sealAndOpenQuery(profile) {
  const { merchant, service } = createSides(profile)
  const parameters = { uid: 10042, symbol: 'BTC' }
  const { path, query } = await merchant.sealRequest('getAccount', parameters)
  const opened = await service.openRequest('getAccount', path, readQuery(new URLSearchParams(query)))
  assert.deepEqual(opened.parameters, parameters)
}

const front = createPlainClient({ url: process.env.MOCK_URL })
const trials = {
  plain: async () => {
    const { normal_balance } = await front.accounts.get({ uid: 10042, symbol: 'BTC' })
    assert.equal(normal_balance, '1.25')
  },
  modern: () => makeRoundTrip(modern),
  classic: () => makeRoundTrip(classic),
  'queries of classic': () => sealAndOpenQuery(classic),
  'classic with OAEP': () => makeRoundTrip((options) => classic({ ...options, dialect: oaepEnvelopes })),
  sealed: async () => assert.equal((await createCustodyFromEnv().withdrawals.pull({ symbol: 'BTC' })).length, 2),
}

for (const [name, trial] of Object.entries(trials)) {
  try {
    await trial()
    console.log(`${name}: works`)
  } catch (error) {
    console.log(`${name}: ${error.name}: ${error.message}`)
  }
}
