// A merchant that sends a deposit notification, and the gateway of the platform that receives it.
import { createParty } from '@custody-wallet/encryption'
import { createSealingFetch } from '@custody-wallet/encryption/fetch'
import { createGateway } from '@custody-wallet/encryption/gateway'
import { generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

const [shop, platform] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
const appId = 'demo-shop'
const merchant = createParty(
  modern({ appId, party: { own: 'shop', peer: 'platform' }, keys: { own: shop, peer: platform } }),
)

// Only the server reads why a message was rejected.
const reasons = []
const onRejected = ({ reason }) => void reasons.push(reason)

const service = createParty(
  modern({ appId, party: { own: 'platform', peer: 'shop' }, keys: { own: platform, peer: shop } }),
  { onRejected },
)

export const respond = createGateway({
  findParty: (id) => (id === appId ? service : undefined),
  handler: (_request, { parameters }) =>
    Response.json({ code: 0, msg: 'success', data: { data: { request_id: parameters.request_id } } }),
  onRejected,
  onError: ({ message }) => void reasons.push(message),
})

export const path = '/api/v1/deposit/notify'

const deposit = {
  request_id: 'dep-1',
  address_from: '',
  address_to: 'bc1qone',
  txid: '9b2c7f1e',
  amount: '0.5',
  confirm: 6,
  symbol: 'BTC',
  balance: '12.5',
  status: 1,
}

/** Seals a notification for the server at an address, and prints the response and the server's reasons. */
export async function notify(mount, url) {
  const urls = { openPlatform: url, base: url, v1: url }
  const call = createSealingFetch(merchant, { urls })
  const headers = { 'content-type': 'application/json' }
  const result = await call(path, { method: 'POST', headers, body: JSON.stringify(deposit) }).then(
    async (response) => (await response.json()).data?.data.request_id ?? 'no response',
    (error) => error.code ?? error.message,
  )
  console.log([mount, result, ...reasons.splice(0)].join(': '))
}
