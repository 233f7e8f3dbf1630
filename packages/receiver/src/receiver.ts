import { setTimeout as nodeTimer } from 'node:timers'

import { createParty, type Party, type Profile } from '@custody-wallet/encryption'
import { type Call, type CallResponder, type NodeListener, NotSupportedError } from '@custody-wallet/encryption/gateway'
import { createResponder, createResponderListener, toResponse } from '@custody-wallet/encryption/gateway/internal'

import type { Conflict } from './conflict.ts'
import { findConflict, listConflicts, removeConflict } from './conflicts.ts'
import { createMessageLog, type MessageLog } from './messages.ts'
import {
  computeTurnKey,
  getOnInternal,
  type Notification,
  processConflict,
  processNotification,
} from './notifications.ts'
import { type ReceiverOptions, type Settings, createSettings } from './options.ts'
import { createReadinessCheck, type ReceiverReadiness } from './readiness.ts'
import type { Effect } from './reports.ts'
import { readErrorCode } from './tracing.ts'
import { type StartTimer, createTransaction, type Transaction } from './transaction.ts'

/** Receives notifications. */
export interface Receiver {
  /** For servers with the Fetch API, such as Hono, Next, Deno and Bun. It never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
  /** For `node:http`, Express and Fastify, before or after body parsers. */
  readonly listener: NodeListener
  /** Lists the stored conflicts of these merchants, oldest first. */
  readonly conflicts: () => AsyncIterable<Conflict>
  /**
   * Runs the stored notification of a conflict again, through the same claim, so a known deposit is never credited again.
   * If it is still a conflict, `onConflict` is called. Otherwise, the conflict is removed. `duplicate` means that nothing
   * changed, because the deposit is credited, or the conflict is no longer stored.
   */
  readonly retry: (conflict: Pick<Conflict, 'id'>) => Promise<Effect>
  /** Checks the store and the keys, for `checks` of `listen()`. It never rejects: errors go to `onError`. */
  readonly ready: (signal?: AbortSignal) => Promise<ReceiverReadiness>
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

export function createReceiverWith<Tx>(
  options: ReceiverOptions<Tx>,
  startTimer: StartTimer,
  now: () => number = () => performance.now(),
): Receiver {
  const settings = createSettings(options)
  const { store, deadline, profiles, onError, onRejected, onMessage } = settings
  const parties = new Map(profiles.map((profile) => [profile.appId, createMerchantParty(profile, settings)]))
  const transaction = createTransaction(store, deadline, startTimer)
  const log = createMessageLog(onMessage, now)
  const responder = createResponder<AbortSignal>({
    findParty: (appId) => parties.get(appId),
    respond: createCallResponder(settings, transaction, log),
    decoys: listDecoys([...parties.values()]),
    rejectionCodes: profiles[0].codes,
    segments: profiles[0].segments,
    onMessageRejected: ({ operation, reason }, signal) =>
      log.note(signal, { operation, effect: 'rejected' }, { code: 'ENVELOPE_REJECTED', reason }),
    ...(onError && { onError }),
    ...(onRejected && { onRejected }),
  })
  const respond = log.watch((request) => responder(request, request.signal))
  const appIds = [...parties.keys()]
  return {
    fetch: async (request) => toResponse(await respond(request)),
    listener: createResponderListener(respond),
    conflicts: () => listConflicts(store, appIds),
    ready: createReadinessCheck(settings, transaction, [...parties.values()]),
    retry: ({ id }) => transaction(id, (tx) => retryConflict(settings, tx, appIds, id)),
  }
}

const createMerchantParty = <Tx>(profile: Profile, { clock, onRejected }: Settings<Tx>): Party =>
  createParty(
    { ...profile, suite: profile.suite.usePool?.() ?? profile.suite },
    { ...(clock && { clock }), ...(onRejected && { onRejected }) },
  )

/** Selects a party of each suite, so that even the first message of an unknown merchant costs the same work. */
function listDecoys(parties: readonly Party[]): readonly Party[] {
  // A key service would charge for messages of unknown merchants.
  const inProcess = parties.filter(({ profile }) => profile.suite.isInProcess === true)
  return [...new Map(inProcess.map((party) => [party.profile.suite.id, party])).values()]
}

const createCallResponder =
  <Tx>(settings: Settings<Tx>, transaction: Transaction<Tx>, log: MessageLog): CallResponder =>
  async (call, { signal }) => {
    const { operation, appId: app_id } = call
    try {
      const message = toNotification(settings, call)
      const { effect, response } = await transaction(computeTurnKey(message), (tx) =>
        processNotification(settings, tx, message),
      )
      log.note(signal, { operation, app_id, effect }, { code: String(response.code) })
      return response
    } catch (error) {
      log.note(signal, { operation, app_id, effect: 'failed' }, { code: readErrorCode(error) })
      throw error
    }
  }

function toNotification<Tx>(settings: Settings<Tx>, { operation, parameters, appId: app_id }: Call): Notification {
  if (operation === 'notifyDeposit') return { kind: 'deposit', app_id, notification: parameters }
  if (operation !== 'notifyInternal')
    throw new NotSupportedError(
      `The receiver does not support ${operation}. Let the sender call it at another address.`,
    )
  getOnInternal(settings)
  return { kind: 'internal', app_id, notification: parameters }
}

async function retryConflict<Tx>(
  settings: Settings<Tx>,
  tx: Tx,
  appIds: readonly string[],
  id: string,
): Promise<Effect> {
  const conflict = await findConflict(settings.store, tx, appIds, id)
  if (!conflict) return 'duplicate'
  // The stored notification has a text instead of NUL, so it would be another one.
  const { effect } = await (conflict.reason === 'nul-character' ? processConflict : processNotification)(
    settings,
    tx,
    conflict,
  )
  if (effect !== 'conflict') await removeConflict(settings.store, tx, id)
  return effect
}
