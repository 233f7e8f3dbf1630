// Mistakes that one change of the settings corrects. A read with the change shows whether it is that mistake.
import type { Environment } from '@custody-wallet/client/env'
import type { EnvironmentName } from '@custody-wallet/client/internal'

import type { Cause } from './causes.ts'

type Change = (env: Environment) => Environment | undefined

const swapped =
  (one: EnvironmentName, other: EnvironmentName): Change =>
  (env) => ({ ...env, [one]: env[other], [other]: env[one] })

const both =
  (first: Change, second: Change): Change =>
  (env) => {
    const changed = first(env)
    return changed && second(changed)
  }

const underModern =
  (change: Change): Change =>
  (env) =>
    env['CUSTODY_PROFILE'] === 'modern' ? change(env) : undefined

const keyIds = {
  own: swapped('CUSTODY_OWN_ENCRYPTION_KEY_ID', 'CUSTODY_OWN_SIGNATURE_KEY_ID'),
  peer: swapped('CUSTODY_PEER_ENCRYPTION_KEY_ID', 'CUSTODY_PEER_SIGNATURE_KEY_ID'),
} as const

const own = swapped('CUSTODY_OWN_ENCRYPTION_KEY', 'CUSTODY_OWN_SIGNATURE_KEY')
const peer = swapped('CUSTODY_PEER_ENCRYPTION_KEY', 'CUSTODY_PEER_SIGNATURE_KEY')

// The classic profile has one pair for both uses.
const asClassic: Change = (env) => ({
  ...env,
  CUSTODY_PROFILE: 'classic',
  CUSTODY_OWN_KEY: env['CUSTODY_OWN_SIGNATURE_KEY'],
  CUSTODY_OWN_KEY_ID: env['CUSTODY_OWN_SIGNATURE_KEY_ID'],
  CUSTODY_PEER_KEY: env['CUSTODY_PEER_SIGNATURE_KEY'],
})

/** Changes to try, in this order. Ids of keys may have been exchanged with the keys, or not. */
export const experiments: readonly (readonly [cause: Cause, change: Change])[] = [
  ['keys-swapped', underModern(own)],
  ['keys-swapped', underModern(both(own, keyIds.own))],
  ['keys-swapped', underModern(peer)],
  ['keys-swapped', underModern(both(peer, keyIds.peer))],
  ['keys-swapped', underModern(both(own, peer))],
  ['keys-swapped', underModern(both(both(own, keyIds.own), both(peer, keyIds.peer)))],
  ['parties-swapped', swapped('CUSTODY_OWN_PARTY', 'CUSTODY_PEER_PARTY')],
  ['profile-wrong', underModern(asClassic)],
]
