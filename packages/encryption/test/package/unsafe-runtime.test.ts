// Imitates runtimes without implicit rejection, such as Bun and Deno.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const writeCode = (decrypt: string, mode: 'inline' | 'pool') => `
  import crypto from 'node:crypto'
  import { syncBuiltinESMExports } from 'node:module'
  import vectors from '@custody-wallet/encryption/vectors/modern.json' with { type: 'json' }

  const { keys } = vectors
  const { privateDecrypt, constants } = crypto
  const decrypt = ${decrypt}
  const plaintext = '{"symbol":"BTC"}'
  let opened = 0
  crypto.privateDecrypt = (options, block) => {
    if (options.padding !== constants.RSA_PKCS1_PADDING) return privateDecrypt(options, block)
    const bytes = privateDecrypt(options, block)
    if (String(bytes) === plaintext) opened += 1
    return decrypt(bytes)
  }
  syncBuiltinESMExports()
  const { createParty, readEnvelope } = await import('@custody-wallet/encryption')
  const { classic, oaepEnvelopes } = await import('@custody-wallet/encryption/classic')
  const { createGateway } = await import('@custody-wallet/encryption/gateway')

  const pickHalves = ({ encryption, signature }, half) => ({ encryption: encryption[half], signature: signature[half] })
  const createSide = (own, peer, more, ownKeys = pickHalves(keys[own], 'private')) => createParty(classic({
    appId: 'demo-shop', party: { own, peer }, mode: '${mode}', ...more,
    keys: { own: ownKeys, peer: pickHalves(keys[peer], 'public') },
  }))
  const outcome = async (work) => {
    try {
      return JSON.stringify(await work())
    } catch ({ name, message }) {
      return name + ': ' + message
    }
  }

  async function exchange(shop, platform, [id, parameters, response]) {
    const request = await shop.sealRequest(id, parameters)
    const { path, query, body } = request
    let failure
    const respond = createGateway({
      findParty: () => platform,
      handler: () => Response.json(response),
      onError: ({ message }) => (failure = message),
    })
    const url = 'http://service.example' + path + (query && '?' + query)
    const sent = await respond(new Request(url, body ? { method: 'POST', body } : {}))
    if (failure) throw new TypeError(failure)
    return (await shop.openResponse(request, new Uint8Array(await sent.arrayBuffer()))).response
  }

  const calls = [
    ['getAccount', { uid: 1, symbol: 'BTC' }, { code: '100004', msg: 'no such user' }],
    ['listMpcWithdrawals', { ids: ['a', 'b'] }, []],
    ['pullWithdrawals', { symbol: 'BTC' }, { code: 0, msg: 'success', data: [] }],
  ]
  for (const more of [{}, { dialect: oaepEnvelopes }]) {
    const [shop, platform] = [createSide('merchant', 'platform', more), createSide('platform', 'merchant', more)]
    for (const call of calls) console.log(call[0], await outcome(() => exchange(shop, platform, call)))
  }
  // A message from a runtime that can seal it. A key service needs no implicit rejection.
  const platform = createSide('platform', 'merchant')
  const encryption = { kid: 'service', alg: 'RSA1_5', modulusBytes: 256, unwrap: (block) => block }
  const shop = createSide('merchant', 'platform', {}, { ...pickHalves(keys.merchant, 'private'), encryption })
  const frame = readEnvelope(new TextEncoder().encode((await shop.sealRequest('pullWithdrawals', { symbol: 'BTC' })).body))
  console.log(await outcome(() => platform.openRequest('pullWithdrawals', '/api/v1/withdraw/consume', frame)))
  console.log('opened', String(opened))
`

const failure =
  'TypeError: This runtime does not open PKCS#1 v1.5 blocks safely: it lacks implicit rejection. Use Node 22.20+, 24.5+ or 26.'
const responses = {
  getAccount: '{"code":"100004","msg":"no such user"}',
  listMpcWithdrawals: '[]',
  pullWithdrawals: '{"code":0,"msg":"success","data":[]}',
}
const lines = (texts: typeof responses): readonly string[] => Object.entries(texts).map((line) => line.join(' '))

const reject = `() => { throw new Error('the padding is invalid') }`
const reveal = `(bytes) => { if (/^(?:probe$|\\{"symbol")/.test(String(bytes))) return bytes; throw new Error('the padding is invalid') }`

test.each([
  ['opens no PKCS#1 block', reject, 'inline'],
  ['reveals whether a padding was valid', reveal, 'inline'],
  ['reveals whether a padding was valid', reveal, 'pool'],
] as const)('if the runtime %s, all calls but v1 calls work', async (_, decrypt, mode) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', writeCode(decrypt, mode)],
    { cwd: new URL('../..', import.meta.url) },
  )
  expect(stdout.trim().split('\n')).toEqual([
    ...lines({ ...responses, pullWithdrawals: failure }),
    ...lines(responses),
    failure,
    'opened 0',
  ])
})
