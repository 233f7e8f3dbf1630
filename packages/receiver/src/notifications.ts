// What a genuine notification does: claim, function and conflict in one transaction.
import { NotSupportedError } from '@custody-wallet/encryption/gateway'
import { computeRequestKey } from '@custody-wallet/store/internal'
import type { DepositNotification, InternalNotification, Responses } from '@custody-wallet/types'

import type { ConflictFacts } from './conflict.ts'
import { storeConflict } from './conflicts.ts'
import { claimDeposit, insertDeposit, toKnownDeposit } from './deposits.ts'
import { createFailure } from './effect.ts'
import { escapeNul } from './nul.ts'
import type { Settings } from './options.ts'
import type { Effect } from './reports.ts'
import { claimTransfer, computeLocationKey, readAmounts } from './transfers.ts'

/** A genuine notification, from its sender or from the stored conflicts. */
export type Notification = { readonly app_id: string } & (
  | { readonly kind: 'deposit'; readonly notification: DepositNotification }
  | { readonly kind: 'internal'; readonly notification: InternalNotification }
)

export interface Outcome {
  readonly effect: Effect
  readonly response: Responses['notifyDeposit'] | Responses['notifyInternal']
}

/** Creates a key that copies of a notification share. */
export const computeTurnKey = ({ app_id, kind, notification }: Notification): string =>
  kind === 'deposit' ? computeRequestKey(app_id, notification.request_id) : computeLocationKey(app_id, notification)

export const processNotification = <Tx>(settings: Settings<Tx>, tx: Tx, message: Notification): Promise<Outcome> =>
  message.kind === 'deposit'
    ? processDeposit(settings, tx, message.app_id, message.notification)
    : processTransfer(settings, tx, message.app_id, message.notification)

/** Stores a conflict and calls its function. */
export async function processConflict<Tx>(
  { store, onConflict, clock = Date.now }: Settings<Tx>,
  tx: Tx,
  facts: ConflictFacts,
): Promise<Outcome> {
  await onConflict(await storeConflict(store, tx, facts, clock()), tx)
  return { effect: 'conflict', response: createFailure(facts) }
}

async function processDeposit<Tx>(
  settings: Settings<Tx>,
  tx: Tx,
  app_id: string,
  notification: DepositNotification,
): Promise<Outcome> {
  const { store, onDeposit } = settings
  const kind = 'deposit'
  const escapedNotification = escapeNul(notification)
  if (escapedNotification) {
    // It credited nothing, like a failure.
    await insertDeposit(store, tx, app_id, { ...toKnownDeposit(escapedNotification), flag: 0 })
    return processConflict(settings, tx, { kind, app_id, reason: 'nul-character', notification: escapedNotification })
  }
  const newDeposit = toKnownDeposit(notification)
  const { effect, known } = await claimDeposit(store, tx, app_id, newDeposit)
  if (effect.kind === 'conflict' && known)
    return processConflict(settings, tx, { kind, app_id, reason: effect.reason, notification, known })
  const { request_id, address_from = '', address_to, confirm, symbol, txid } = notification
  const parts = { address_from, address_to, symbol, txid, memo: newDeposit.memo }
  if (effect.kind === 'credit')
    await onDeposit({ app_id, request_id, ...parts, confirm, amount: newDeposit.amount, credit: effect.credit }, tx)
  return { effect: effect.kind, response: { code: 0, msg: 'success', data: { data: { request_id } } } }
}

async function processTransfer<Tx>(
  settings: Settings<Tx>,
  tx: Tx,
  app_id: string,
  notification: InternalNotification,
): Promise<Outcome> {
  const { store } = settings
  const onInternal = getOnInternal(settings)
  const kind = 'internal'
  const escapedNotification = escapeNul(notification)
  const claim = await claimTransfer(store, tx, app_id, escapedNotification ?? notification)
  if (escapedNotification)
    return processConflict(settings, tx, { kind, app_id, reason: 'nul-character', notification: escapedNotification })
  if (claim.kind === 'conflict') {
    const { reason, known } = claim
    return processConflict(settings, tx, { kind, app_id, reason, notification, known })
  }
  const { address_from = '', address_to, confirm, symbol, txid, memo = '' } = notification
  const parts = { address_from, address_to, symbol, txid, memo }
  if (claim.kind === 'new') await onInternal({ app_id, ...parts, confirm, ...readAmounts(notification) }, tx)
  return { effect: claim.kind === 'new' ? 'deduct' : 'duplicate', response: { code: 0, msg: 'success' } }
}

/** Returns the function for internal notifications, or throws: then the response is HTTP 501. */
export function getOnInternal<Tx>({ onInternal }: Settings<Tx>): NonNullable<Settings<Tx>['onInternal']> {
  if (onInternal) return onInternal
  throw new NotSupportedError('The receiver has no function for notifyInternal. Pass onInternal to createReceiver().')
}
