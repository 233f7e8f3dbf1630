// Keys of the published vectors, for all tests that need keys.
import { createPrivateKey, createPublicKey, type JsonWebKeyInput } from 'node:crypto'

import { type GeneratedKeys, Secret } from '@custody-wallet/encryption/keys'
import classic from '@custody-wallet/encryption/vectors/classic.json' with { type: 'json' }
import modern from '@custody-wallet/encryption/vectors/modern.json' with { type: 'json' }

export type Side = 'shop' | 'platform'

type Jwk = JsonWebKeyInput['key']
type PublishedKeys = Readonly<Record<keyof GeneratedKeys, { readonly private: Jwk }>>

const createPair = (jwk: Jwk): GeneratedKeys['signature'] => {
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return {
    privatePem: new Secret(key.export({ format: 'pem', type: 'pkcs8' })),
    publicPem: createPublicKey(key).export({ format: 'pem', type: 'spki' }),
  }
}

const createKeys = ({ encryption, signature }: PublishedKeys): GeneratedKeys => ({
  encryption: createPair(encryption.private),
  signature: createPair(signature.private),
})

export const keys: Readonly<Record<Side, GeneratedKeys>> = {
  shop: createKeys(modern.keys.merchant),
  platform: createKeys(modern.keys.platform),
}

/** Keys of neither side. In these vectors, each party has one pair. */
export const otherKeys: GeneratedKeys = createKeys({
  encryption: classic.keys.merchant.encryption,
  signature: classic.keys.platform.signature,
})

const createSinglePair = ({ signature }: GeneratedKeys): GeneratedKeys => ({
  encryption: signature,
  signature,
})

/** One pair for both uses, as the classic dialect has it. */
export const singleKeys: Readonly<Record<Side, GeneratedKeys>> = {
  shop: createSinglePair(keys.shop),
  platform: createSinglePair(keys.platform),
}
