import type { Environment } from '@custody-wallet/client/env'
import type { EnvironmentName } from '@custody-wallet/client/internal'

import type { Cause } from './causes.ts'

type Change = (env: Environment) => Environment | undefined

const swapVariables =
  (one: EnvironmentName, other: EnvironmentName): Change =>
  (env) => ({ ...env, [one]: env[other], [other]: env[one] })

const combineChanges =
  (first: Change, second: Change): Change =>
  (env) => {
    const firstEnv = first(env)
    return firstEnv && second(firstEnv)
  }

const limitToModern =
  (change: Change): Change =>
  (env) =>
    env['CUSTODY_PROFILE'] === 'modern' ? change(env) : undefined

const keyIds = {
  own: swapVariables('CUSTODY_OWN_ENCRYPTION_KEY_ID', 'CUSTODY_OWN_SIGNATURE_KEY_ID'),
  peer: swapVariables('CUSTODY_PEER_ENCRYPTION_KEY_ID', 'CUSTODY_PEER_SIGNATURE_KEY_ID'),
} as const

const own = swapVariables('CUSTODY_OWN_ENCRYPTION_KEY', 'CUSTODY_OWN_SIGNATURE_KEY')
const peer = swapVariables('CUSTODY_PEER_ENCRYPTION_KEY', 'CUSTODY_PEER_SIGNATURE_KEY')

// The classic profile has one pair for both uses.
const toClassic: Change = (env) => ({
  ...env,
  CUSTODY_PROFILE: 'classic',
  CUSTODY_OWN_KEY: env['CUSTODY_OWN_SIGNATURE_KEY'],
  CUSTODY_OWN_KEY_ID: env['CUSTODY_OWN_SIGNATURE_KEY_ID'],
  CUSTODY_PEER_KEY: env['CUSTODY_PEER_SIGNATURE_KEY'],
})

/** Changes that correct a common mistake, in the order to try. Key ids may have been swapped with the keys, or not. */
export const experiments: readonly (readonly [cause: Cause, change: Change])[] = [
  ['keys-swapped', limitToModern(own)],
  ['keys-swapped', limitToModern(combineChanges(own, keyIds.own))],
  ['keys-swapped', limitToModern(peer)],
  ['keys-swapped', limitToModern(combineChanges(peer, keyIds.peer))],
  ['keys-swapped', limitToModern(combineChanges(own, peer))],
  ['keys-swapped', limitToModern(combineChanges(combineChanges(own, keyIds.own), combineChanges(peer, keyIds.peer)))],
  ['parties-swapped', swapVariables('CUSTODY_OWN_PARTY', 'CUSTODY_PEER_PARTY')],
  ['profile-wrong', limitToModern(toClassic)],
]
