import { setTimeout as nodeTimer } from 'node:timers'

import { createParty, type Party } from '@custody-wallet/encryption'
import {
  type Call,
  createGateway,
  type NodeListener,
  createNodeListener,
  NotSupportedError,
} from '@custody-wallet/encryption/gateway'
import { computeRequestKey } from '@custody-wallet/store/internal'
import type { Responses, DepositNotification, InternalNotification } from '@custody-wallet/types'

import { claimDeposit, parseDecimal, toKnownDeposit, insertDeposit } from './deposits.ts'
import { failures } from './effect.ts'
import { escapeNul } from './nul.ts'
import { type ReceiverOptions, type Settings, createSettings } from './options.ts'
import { type StartTimer, createTransaction, type Transaction } from './transaction.ts'
import { claimTransfer, computeLocationKey } from './transfers.ts'

/** Receives notifications. */
export interface Receiver {
  /** For servers with the Fetch API, such as Hono, Next, Deno and Bun. It never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
  /** For `node:http`, Express and Fastify, before or after body parsers. */
  readonly listener: NodeListener
}

/**
 * Creates a receiver of deposit and internal notifications. It verifies a message, claims it in the store, and runs your
 * function in the same transaction, so that duplicates credit nothing. It responds after the commit.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@custody-wallet/receiver'
 * import { memoryForTests } from '@custody-wallet/store/sqlite'
 * import { createTestPlatform } from '@custody-wallet/receiver/testing'
 *
 * const platform = createTestPlatform()
 * const receiver = createReceiver({
 *   profile: platform.receiver,
 *   store: memoryForTests(),
 *   onDeposit: async ({ credit, symbol, address_to }) => console.log(`${credit} ${symbol} for ${address_to}`),
 *   onConflict: async ({ reason }) => console.log(`conflict: ${reason}`),
 * })
 * const replies = await platform.send(receiver.fetch, platform.signDeposit({ amount: '0.5' }), { copies: 20 })
 * console.log(replies.length) // 20, after one credit
 * ```
 */
export function createReceiver<Tx>(options: ReceiverOptions<Tx>): Receiver {
  return createReceiverWith(options, (run, milliseconds) => {
    const timer = nodeTimer(run, milliseconds)
    return () => clearTimeout(timer)
  })
}

export function createReceiverWith<Tx>(options: ReceiverOptions<Tx>, startTimer: StartTimer): Receiver {
  const settings = createSettings(options)
  const { profile, onError, onRejected, clock } = settings
  const party = createParty(profile, { ...(clock && { clock }), ...(onRejected && { onRejected }) })
  const respond = createResponder(settings, startTimer)
  const findParty = (appId: string): Party | undefined => (appId === profile.appId ? party : undefined)
  const fetch = createGateway({
    findParty,
    respond,
    rejectionCodes: profile.codes,
    segments: profile.segments,
    ...(onError && { onError }),
    ...(onRejected && { onRejected }),
  })
  return { fetch, listener: createNodeListener(fetch) }
}

type CallResponse = Responses['notifyDeposit'] | Responses['notifyInternal']

function createResponder<Tx>(settings: Settings<Tx>, startTimer: StartTimer): (call: Call) => Promise<CallResponse> {
  const transaction = createTransaction(settings.store, settings.deadline, startTimer)
  return async ({ operation, parameters, appId }) => {
    if (operation === 'notifyDeposit') return receiveDeposit(settings, transaction, appId, parameters)
    if (operation !== 'notifyInternal') throw new NotSupportedError(`The receiver does not support ${operation}.`)
    const { onInternal } = settings
    if (onInternal) return receiveTransfer({ ...settings, onInternal }, transaction, appId, parameters)
    throw new NotSupportedError('The receiver has no function for notifyInternal. Pass onInternal to createReceiver().')
  }
}

const receiveDeposit = <Tx>(
  { store, onDeposit, onConflict }: Settings<Tx>,
  transaction: Transaction<Tx>,
  app_id: string,
  notification: DepositNotification,
): Promise<CallResponse> =>
  transaction(computeRequestKey(app_id, notification.request_id), async (tx) => {
    const escapedNotification = escapeNul(notification)
    if (escapedNotification) {
      // It credited nothing, like a failure.
      await insertDeposit(store, tx, app_id, { ...toKnownDeposit(escapedNotification), flag: 0 })
      await onConflict({ kind: 'deposit', app_id, reason: 'nul-character', notification: escapedNotification }, tx)
      return failures['nul-character']
    }
    const newDeposit = toKnownDeposit(notification)
    const { effect, known } = await claimDeposit(store, tx, app_id, newDeposit)
    if (effect.kind === 'conflict' && known) {
      const { reason } = effect
      await onConflict({ kind: 'deposit', app_id, reason, notification, known }, tx)
      return failures[reason]
    }
    const { request_id, address_from = '', address_to, confirm, symbol, txid } = notification
    const parts = { address_from, address_to, symbol, txid, memo: newDeposit.memo }
    if (effect.kind === 'credit')
      await onDeposit({ app_id, request_id, ...parts, confirm, amount: newDeposit.amount, credit: effect.credit }, tx)
    return { code: 0, msg: 'success', data: { data: { request_id } } }
  })

const receiveTransfer = <Tx>(
  { store, onInternal, onConflict }: Settings<Tx> & { readonly onInternal: NonNullable<Settings<Tx>['onInternal']> },
  transaction: Transaction<Tx>,
  app_id: string,
  notification: InternalNotification,
): Promise<CallResponse> =>
  transaction(computeLocationKey(app_id, notification), async (tx) => {
    const escapedNotification = escapeNul(notification)
    if (escapedNotification) {
      await claimTransfer(store, tx, app_id, escapedNotification)
      await onConflict({ kind: 'internal', app_id, reason: 'nul-character', notification: escapedNotification }, tx)
      return { ...failures['nul-character'], code: failures['other-content'].code }
    }
    const claim = await claimTransfer(store, tx, app_id, notification)
    if (claim.kind === 'conflict') {
      const { reason, known } = claim
      await onConflict({ kind: 'internal', app_id, reason, notification, known }, tx)
      return failures[reason]
    }
    const { address_from = '', address_to, confirm, symbol, txid, memo = '' } = notification
    const [amount, fee] = [parseDecimal(notification.amount, 'amount'), parseDecimal(notification.fee, 'fee')]
    if (claim.kind === 'new')
      await onInternal({ app_id, address_from, address_to, confirm, symbol, txid, memo, amount, fee }, tx)
    return { code: 0, msg: 'success' }
  })
