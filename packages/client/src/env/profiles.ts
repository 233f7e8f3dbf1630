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

// A key under the name that both parties agreed upon, if they did.
function named(key: KeyObject, kid: string): KeyObject | { readonly key: KeyObject; readonly kid: string } {
  return kid === '' ? key : { key, kid }
}

type Named = Extract<EnvironmentName, `${string}_KEY_ID`> extends `${infer Name}_ID` ? Name : never

const own = (values: Values, name: Named, use: KeyUse) =>
  named(privateKey(values, name, use), values.text(`${name}_ID`))
const peer = (values: Values, name: Named, use: KeyUse) =>
  named(publicKey(values, name, use), values.text(`${name}_ID`))

/** Builders of profiles, by the text of `CUSTODY_PROFILE`. */
export const profiles: Readonly<Record<string, (identity: Identity, values: Values) => Profile>> = {
  modern: (identity, values) =>
    modern({
      ...identity,
      keys: {
        own: {
          encryption: own(values, 'CUSTODY_OWN_ENCRYPTION_KEY', 'encryption'),
          signature: own(values, 'CUSTODY_OWN_SIGNATURE_KEY', 'signature'),
        },
        peer: {
          encryption: peer(values, 'CUSTODY_PEER_ENCRYPTION_KEY', 'encryption'),
          signature: peer(values, 'CUSTODY_PEER_SIGNATURE_KEY', 'signature'),
        },
      },
    }),
  classic: (identity, values) => {
    const [mine, theirs] = [
      own(values, 'CUSTODY_OWN_KEY', 'encryption'),
      publicKey(values, 'CUSTODY_PEER_KEY', 'encryption'),
    ]
    const keys = {
      own: { encryption: mine, signature: mine },
      peer: { encryption: theirs, signature: theirs },
    }
    return classic({ ...identity, keys, allowSameKey: true })
  },
}
