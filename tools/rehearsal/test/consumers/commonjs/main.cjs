// Requires every entry, seals a call, calls the mock. A deep import has to fail.
const assert = require('node:assert/strict')
const { readdirSync } = require('node:fs')

const scope = '@custody-wallet'
const entries = readdirSync(`node_modules/${scope}`).flatMap((name) =>
  Object.keys(require(`${scope}/${name}/package.json`).exports)
    .filter((path) => !path.includes('*'))
    .map((path) => `${scope}/${name}${path.slice(1)}`),
)
for (const entry of entries) assert.ok(Object.keys(require(entry)).length >= 0)
console.log(`require: ${entries.length > 15 ? 'every entry' : entries.length}`)

const { createPlainClient } = require('@custody-wallet/client/plain')
const { createParty } = require('@custody-wallet/encryption')
const { generateKeys } = require('@custody-wallet/encryption/keys')
const { modern } = require('@custody-wallet/encryption/modern')

const keys = { own: generateKeys({ bits: 2048 }), peer: generateKeys({ bits: 2048 }) }
const party = createParty(modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys }))

async function main() {
  const { path } = await party.sealRequest('pullWithdrawals', { symbol: 'BTC' })
  console.log(`seal: ${path}`)
  const front = createPlainClient({ url: process.env.MOCK_URL })
  console.log(`call: ${(await front.accounts.get({ uid: 10042, symbol: 'BTC' })).normal_balance}`)
  assert.throws(() => require('@custody-wallet/client/dist/index.js'), {
    code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  })
  console.log('deep import: rejected')
}

void main()
