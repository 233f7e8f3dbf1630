// The variables with keys, by profile.
import type { EnvironmentName } from '@custody-wallet/client/env'

export type KeyName = Extract<EnvironmentName, `${string}_KEY`> &
  (`CUSTODY_OWN${string}` | `CUSTODY_PEER${string}`)

const keys: Readonly<Record<string, readonly KeyName[]>> = {
  modern: [
    'CUSTODY_OWN_ENCRYPTION_KEY',
    'CUSTODY_OWN_SIGNATURE_KEY',
    'CUSTODY_PEER_ENCRYPTION_KEY',
    'CUSTODY_PEER_SIGNATURE_KEY',
  ],
  classic: ['CUSTODY_OWN_KEY', 'CUSTODY_PEER_KEY'],
}

/** Variables with keys under a profile; undefined if there is no such profile. */
export const keysOf = (profile: string = ''): readonly KeyName[] | undefined =>
  Object.hasOwn(keys, profile) ? keys[profile] : undefined
