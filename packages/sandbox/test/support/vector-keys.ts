// Keys of the published test vectors, for tests whose subject is not how keys are made.
import { createPrivateKey, createPublicKey, type JsonWebKeyInput } from 'node:crypto'

import { type GeneratedKeys, type KeyPairTexts, Secret } from '@custody-wallet/encryption/keys'
import classic from '@custody-wallet/encryption/vectors/classic.json' with { type: 'json' }
import modern from '@custody-wallet/encryption/vectors/modern.json' with { type: 'json' }
import type { DemoKeys, MerchantKeys, MerchantName, SideKeys } from '@custody-wallet/server/demo'

type Uses<Key> = Readonly<Record<'encryption' | 'signature', Key>>
type Pairs = Uses<{ readonly private: JsonWebKeyInput['key'] }>
const vectors = { modern: modern.keys, classic: classic.keys }

function textsOf({ private: key }: Pairs['encryption']): KeyPairTexts {
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return {
    privatePem: new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }),
  }
}

/** Two sets of pairs, as `generateKeys` makes them. */
export const vectorKeys: readonly [GeneratedKeys, GeneratedKeys] = [
  keysOf(modern.keys.merchant),
  keysOf(modern.keys.platform),
]

function keysOf({ encryption, signature }: Pairs): GeneratedKeys {
  return { encryption: textsOf(encryption), signature: textsOf(signature) }
}

const sideOf = (pairs: Pairs): SideKeys => {
  const { encryption, signature } = keysOf(pairs)
  return { encryption: encryption.privatePem.reveal(), signature: signature.privatePem.reveal() }
}

const merchantOf = (name: MerchantName): MerchantKeys => ({
  appId: `demo-${name}`,
  apiKey: `test-key-of-demo-${name}`,
  merchant: sideOf(vectors[name].merchant),
  platform: sideOf(vectors[name].platform),
})

/** Keys of the demo merchants, as their file contains them. */
export const vectorDemoKeys = (): DemoKeys => ({
  modern: merchantOf('modern'),
  classic: merchantOf('classic'),
})
