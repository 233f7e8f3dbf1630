import { generateKeyPairSync } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'

import { createParty, type Party, type SealedId } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { modern } from '@custody-wallet/encryption/modern'
// Makes the published vectors of the encryption package: sealed messages with the keys that open them, and what they
// open to. Made once: a later version has to open what an earlier one sealed, so an existing file is never replaced.
import type { Answers, Parameters } from '@custody-wallet/types'

const folder = new URL('../../packages/encryption/vectors/', import.meta.url)
const now = 1_767_225_600_000
const appId = 'demo-vectors'
const parties = {
  merchant: { own: 'merchant', peer: 'platform' },
  platform: { own: 'platform', peer: 'merchant' },
}

interface Exchange<Id extends SealedId> {
  readonly operation: Id
  readonly parameters: Parameters[Id]
  readonly answer: Answers[Id]
}
const exchange = <Id extends SealedId>(
  operation: Id,
  parameters: Parameters[Id],
  answer: unknown,
): Exchange<Id> => ({
  operation,
  parameters,
  answer: answer as Answers[Id],
})

const exchanges = [
  exchange(
    'getAccount',
    { uid: 10042, symbol: 'BTC' },
    {
      code: '0',
      msg: 'success',
      data: { normal_balance: '1.25', deposit_address: 'bc1qexample', lock_balance: '0' },
    },
  ),
  exchange('listMpcWithdrawals', { ids: ['mpc-1', 'mpc-2'] }, []),
  exchange(
    'pullWithdrawals',
    { symbol: 'BTC' },
    {
      code: 0,
      msg: 'success',
      data: [
        {
          trans_id: 30021,
          symbol: 'BTC',
          amount: '0.123456789012345678',
          fee: '0.0001',
          address_to: 'bc1qexample',
        },
      ],
    },
  ),
  exchange(
    'cancelWithdrawal',
    { symbol: 'BTC', trans_id: 30021, msg: 'späť – 撤回' },
    { code: 0, msg: '成功' },
  ),
]

function jwk(kid: string): { readonly private: object; readonly public: object; readonly kid: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    kid,
    private: { ...privateKey.export({ format: 'jwk' }), kid },
    public: { ...publicKey.export({ format: 'jwk' }), kid },
  }
}

const suites = {
  modern: () => {
    const own = (side: string) => ({
      encryption: jwk(`test-${side}-enc`),
      signature: jwk(`test-${side}-sig`),
    })
    return { merchant: own('merchant'), platform: own('platform') }
  },
  classic: () => {
    const own = (side: string) => {
      const pair = jwk(`test-${side}`)
      return { encryption: pair, signature: pair }
    }
    return { merchant: own('merchant'), platform: own('platform') }
  },
}
type Keys = ReturnType<(typeof suites)['modern']>
const builders = { modern, classic }

function partyOf(suite: keyof typeof suites, keys: Keys, side: keyof Keys): Party {
  const [own, peer] = side === 'merchant' ? [keys.merchant, keys.platform] : [keys.platform, keys.merchant]
  const named = (key: { kid: string }, half: object) => ({ key: JSON.stringify(half), kid: key.kid })
  const profile = builders[suite]({
    ...(suite === 'classic' && { allowSameKey: true }),
    appId,
    party: parties[side],
    keys: {
      own: {
        encryption: named(own.encryption, own.encryption.private),
        signature: named(own.signature, own.signature.private),
      },
      peer: {
        encryption: [named(peer.encryption, peer.encryption.public)],
        signature: [named(peer.signature, peer.signature.public)],
      },
    },
  })
  return createParty(profile, { clock: () => now })
}

for (const suite of ['modern', 'classic'] as const) {
  const file = new URL(`${suite}.json`, folder)
  if (existsSync(file)) {
    console.log(`${suite}.json is there and stays as it is.`)
    continue
  }
  const keys = suites[suite]()
  const [merchant, platform] = [partyOf(suite, keys, 'merchant'), partyOf(suite, keys, 'platform')]
  const messages = []
  for (const { operation, parameters, answer } of exchanges) {
    const { binding, method, path, query, body } = await merchant.sealRequest(operation, parameters)
    const sealed = await platform.sealResponse(binding, answer)
    messages.push({
      operation,
      request: { method, path, ...(body ? { body } : { query }), opensTo: parameters },
      answer: { body: sealed, opensTo: answer },
    })
  }
  writeFileSync(
    file,
    `${JSON.stringify({ suite, appId, parties: parties.merchant, time: now, keys, messages }, undefined, 2)}\n`,
  )
  console.log(`Wrote ${suite}.json.`)
}
