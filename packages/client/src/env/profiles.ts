import type { KeyObject } from 'node:crypto'

import type { Knobs, Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { type KeyUse, loadPrivateKey, loadPublicKey } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'

import type { EnvironmentName } from './names.ts'
import type { Values } from './values.ts'

type Identity = Pick<Profile, 'appId' | 'party'> & Partial<Knobs>

// Loaded here, so that what is wrong with a key is said by the name of its variable.
const privateKey = (values: Values, name: EnvironmentName, use: KeyUse): KeyObject =>
  loadPrivateKey(values.secret(name), use, { name })
const publicKey = (values: Values, name: EnvironmentName, use: KeyUse): KeyObject =>
  loadPublicKey(values.secret(name), use, { name })

/** Builders of profiles, by the text of `CUSTODY_PROFILE`. */
export const profiles: Readonly<Record<string, (identity: Identity, values: Values) => Profile>> = {
  modern: (identity, values) =>
    modern({
      ...identity,
      keys: {
        own: {
          encryption: privateKey(values, 'CUSTODY_OWN_ENCRYPTION_KEY', 'encryption'),
          signature: privateKey(values, 'CUSTODY_OWN_SIGNATURE_KEY', 'signature'),
        },
        peer: {
          encryption: publicKey(values, 'CUSTODY_PEER_ENCRYPTION_KEY', 'encryption'),
          signature: publicKey(values, 'CUSTODY_PEER_SIGNATURE_KEY', 'signature'),
        },
      },
    }),
  classic: (identity, values) => {
    const own = privateKey(values, 'CUSTODY_OWN_KEY', 'encryption')
    const peer = publicKey(values, 'CUSTODY_PEER_KEY', 'encryption')
    const keys = { own: { encryption: own, signature: own }, peer: { encryption: peer, signature: peer } }
    return classic({ ...identity, keys, allowSameKey: true })
  },
}
