import type { Party } from '@custody-wallet/encryption'
import { buildPath, notify } from '@custody-wallet/encryption/internal'
import { runQuery } from '@custody-wallet/store/internal'

import type { Settings } from './options.ts'
import type { Transaction } from './transaction.ts'

/** Whether each part that notifications need is ready. */
export type ReceiverReadiness = Readonly<Record<'store' | 'keys', boolean>>

/** Creates `ready`, which never rejects. Errors go to `onError`. */
export function createReadinessCheck<Tx>(
  { store, onError }: Pick<Settings<Tx>, 'store' | 'onError'>,
  transaction: Transaction<Tx>,
  parties: readonly Party[],
): (signal?: AbortSignal) => Promise<ReceiverReadiness> {
  const signers = selectSigners(parties)
  const succeeds = async (step: () => Promise<unknown>): Promise<boolean> => {
    try {
      await step()
      return true
    } catch (error) {
      notify(onError, error)
      return false
    }
  }
  return async (signal) => {
    const [isStoreReady, areKeysReady] = await Promise.all([
      succeeds(() =>
        transaction('ready', (tx) => runQuery(store, tx, 'SELECT flag FROM custody_deposits LIMIT 1', [])),
      ),
      succeeds(() => Promise.all(signers.map((party) => sealSample(party, signal)))),
    ])
    return { store: isStoreReady, keys: areKeysReady }
  }
}

// Merchants may share keys, and each signature takes time.
const selectSigners = (parties: readonly Party[]): readonly Party[] => [
  ...new Map(parties.map((party) => [JSON.stringify(party.profile.suite.ownKids), party])).values(),
]

/** Seals a response as to an internal notification, which needs the own key that signs and a key of the sender. */
function sealSample(party: Party, signal: AbortSignal | undefined): Promise<string> {
  const path = buildPath('notifyInternal', party.profile.segments)
  const binding = { operation: 'notifyInternal', path, time: '0', request: '' } as const
  return party.sealResponse(binding, { code: 0, msg: 'success' }, signal && { signal })
}
