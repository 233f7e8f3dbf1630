// Keys of the published vectors, because making keys is slow.
import { createPrivateKey, createPublicKey, type JsonWebKeyInput } from 'node:crypto'

import type { DemoKeys, MerchantKeys, MerchantName, SideKeys } from '@custody-wallet/demo'
import { type GeneratedKeys, type KeyPairTexts, Secret } from '@custody-wallet/encryption/keys'
import classic from '@custody-wallet/encryption/vectors/classic.json' with { type: 'json' }
import modern from '@custody-wallet/encryption/vectors/modern.json' with { type: 'json' }

type KeyUses<Key> = Readonly<Record<'encryption' | 'signature', Key>>
type KeyPairs = KeyUses<{ readonly private: JsonWebKeyInput['key'] }>
const vectors = { modern: modern.keys, classic: classic.keys }

function toPemTexts({ private: key }: KeyPairs['encryption']): KeyPairTexts {
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return {
    privatePem: new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }),
  }
}

/** Two sets of pairs, as `generateKeys` makes them. */
export const vectorKeys: readonly [GeneratedKeys, GeneratedKeys] = [
  toGeneratedKeys(modern.keys.merchant),
  toGeneratedKeys(modern.keys.platform),
]

function toGeneratedKeys({ encryption, signature }: KeyPairs): GeneratedKeys {
  return { encryption: toPemTexts(encryption), signature: toPemTexts(signature) }
}

const toSideKeys = (pairs: KeyPairs): SideKeys => {
  const { encryption, signature } = toGeneratedKeys(pairs)
  return { encryption: encryption.privatePem.reveal(), signature: signature.privatePem.reveal() }
}

const toMerchantKeys = (name: MerchantName): MerchantKeys => ({
  appId: `demo-${name}`,
  apiKey: `test-key-of-demo-${name}`,
  merchant: toSideKeys(vectors[name].merchant),
  platform: toSideKeys(vectors[name].platform),
})

/** Keys of the demo merchants, as their file contains them. */
export const createVectorDemoKeys = (): DemoKeys => ({
  modern: toMerchantKeys('modern'),
  classic: toMerchantKeys('classic'),
})
