import { setTimeout as nodeTimer } from 'node:timers'

import { createParty, type Party } from '@custody-wallet/encryption'
import {
  type Call,
  gateway,
  type NodeListener,
  nodeListener,
  NotSupportedError,
} from '@custody-wallet/encryption/gateway'
import type { Answers, DepositNotification, InternalNotification } from '@custody-wallet/types'

import { claimDeposit, decimalOf, factsOfDeposit, insertDeposit } from './deposits.ts'
import { failures } from './effect.ts'
import { requestKey } from './keys.ts'
import { escapedNul } from './nul.ts'
import { type ReceiverOptions, type Settings, settingsOf } from './options.ts'
import { type StartTimer, transactionsOf, type Transaction } from './transaction.ts'
import { claimTransfer, placeKey } from './transfers.ts'

/** Receives notifications. */
export interface Receiver {
  /** For servers of the Fetch API, such as Hono, Next, Deno and Bun. It never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
  /** For `node:http`, Express and Fastify, before or after body parsers. */
  readonly listener: NodeListener
}

/**
 * Makes a receiver of deposit and internal notifications. It verifies a message, claims it in the store, and runs your
 * function in the same transaction, so that each deposit is credited exactly once, however often it is notified. The
 * answer is sent after the commit.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@custody-wallet/receiver'
 * import { memoryForTests } from '@custody-wallet/receiver/sqlite'
 * import { testPlatform } from '@custody-wallet/receiver/testing'
 *
 * const platform = testPlatform()
 * const receiver = createReceiver({
 *   profile: platform.receiver,
 *   store: memoryForTests(),
 *   onDeposit: async ({ credit, symbol, address_to }) => console.log(`${credit} ${symbol} for ${address_to}`),
 *   onConflict: async ({ reason }) => console.log(`a person must look at this: ${reason}`),
 * })
 * const answers = await platform.send(receiver.fetch, platform.signedDeposit({ amount: '0.5' }), { copies: 20 })
 * console.log(answers.length) // 20, after one credit
 * ```
 */
export function createReceiver<Tx>(options: ReceiverOptions<Tx>): Receiver {
  return receiverWith(options, (run, milliseconds) => {
    const timer = nodeTimer(run, milliseconds)
    return () => clearTimeout(timer)
  })
}

/** Makes a receiver with the given timers of its deadline. */
export function receiverWith<Tx>(options: ReceiverOptions<Tx>, startTimer: StartTimer): Receiver {
  const settings = settingsOf(options)
  const { profile, onError, onRejected, clock } = settings
  const party = createParty(profile, { ...(clock && { clock }), ...(onRejected && { onRejected }) })
  const answer = answersOf(settings, startTimer)
  const partyFor = (appId: string): Party | undefined => (appId === profile.appId ? party : undefined)
  const fetch = gateway({
    partyFor,
    answer,
    refusalCodes: profile.codes,
    segments: profile.segments,
    ...(onError && { onError }),
    ...(onRejected && { onRejected }),
  })
  return { fetch, listener: nodeListener(fetch) }
}

type Answer = Answers['notifyDeposit'] | Answers['notifyInternal']

function answersOf<Tx>(settings: Settings<Tx>, startTimer: StartTimer): (call: Call) => Promise<Answer> {
  const transaction = transactionsOf(settings.store, settings.deadline, startTimer)
  return async ({ operation, parameters, appId }) => {
    if (operation === 'notifyDeposit') return receiveDeposit(settings, transaction, appId, parameters)
    if (operation !== 'notifyInternal')
      throw new NotSupportedError(`A receiver does not support ${operation}.`)
    const { onInternal } = settings
    if (onInternal) return receiveTransfer({ ...settings, onInternal }, transaction, appId, parameters)
    throw new NotSupportedError('notifyInternal has no handler: give createReceiver() onInternal.')
  }
}

const receiveDeposit = <Tx>(
  { store, onDeposit, onConflict }: Settings<Tx>,
  transaction: Transaction<Tx>,
  app_id: string,
  notification: DepositNotification,
): Promise<Answer> =>
  transaction(requestKey(app_id, notification.request_id), async (tx) => {
    const escaped = escapedNul(notification)
    if (escaped) {
      // It credited nothing, like a failure.
      await insertDeposit(store, tx, app_id, { ...factsOfDeposit(escaped), flag: 0 })
      await onConflict({ kind: 'deposit', app_id, reason: 'nul-character', notification: escaped }, tx)
      return failures['nul-character']
    }
    const now = factsOfDeposit(notification)
    const { effect, known } = await claimDeposit(store, tx, app_id, now)
    if (effect.kind === 'conflict' && known) {
      const { reason } = effect
      await onConflict({ kind: 'deposit', app_id, reason, notification, known }, tx)
      return failures[reason]
    }
    const { request_id, address_from = '', address_to, confirm, symbol, txid } = notification
    const place = { address_from, address_to, symbol, txid, memo: now.memo }
    if (effect.kind === 'credit')
      await onDeposit(
        { app_id, request_id, ...place, confirm, amount: now.amount, credit: effect.credit },
        tx,
      )
    return { code: 0, msg: 'success', data: { data: { request_id } } }
  })

const receiveTransfer = <Tx>(
  {
    store,
    onInternal,
    onConflict,
  }: Settings<Tx> & { readonly onInternal: NonNullable<Settings<Tx>['onInternal']> },
  transaction: Transaction<Tx>,
  app_id: string,
  notification: InternalNotification,
): Promise<Answer> =>
  transaction(placeKey(app_id, notification), async (tx) => {
    const escaped = escapedNul(notification)
    if (escaped) {
      await claimTransfer(store, tx, app_id, escaped)
      await onConflict({ kind: 'internal', app_id, reason: 'nul-character', notification: escaped }, tx)
      return { ...failures['nul-character'], code: failures['other-content'].code }
    }
    const claim = await claimTransfer(store, tx, app_id, notification)
    if (claim.kind === 'conflict') {
      const { reason, known } = claim
      await onConflict({ kind: 'internal', app_id, reason, notification, known }, tx)
      return failures[reason]
    }
    const { address_from = '', address_to, confirm, symbol, txid, memo = '' } = notification
    const [amount, fee] = [decimalOf(notification.amount, 'amount'), decimalOf(notification.fee, 'fee')]
    if (claim.kind === 'new')
      await onInternal({ app_id, address_from, address_to, confirm, symbol, txid, memo, amount, fee }, tx)
    return { code: 0, msg: 'success' }
  })
