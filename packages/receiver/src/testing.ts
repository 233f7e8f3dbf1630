/**
 * Test your functions: send signed notifications in several copies, and check that your function uses its transaction.
 *
 * @example
 * ```ts
 * import { createTestPlatform } from '@custody-wallet/receiver/testing'
 *
 * const platform = createTestPlatform()
 * const message = await platform.signDeposit({ amount: '1.5', memo: '104822' })
 * console.log(message.path) // /api/v1/deposit/notify
 * ```
 *
 * @module
 */
import {
  createParty,
  isEncryptionError,
  type Party,
  type Profile,
  type SealedRequest,
} from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import type { Store } from '@custody-wallet/store'
import type { Responses, DepositNotification, InternalNotification } from '@custody-wallet/types'

type Call = 'notifyDeposit' | 'notifyInternal'

/** Response of a receiver. */
export interface ReceiverResponse {
  /** HTTP status. */
  readonly status: number
  /** Code of the response. Absent if it cannot be read. */
  readonly code?: number
  /** The decrypted and verified response. Absent for failures under `classic`, which are unsigned. */
  readonly response?: Responses[Call]
}

/** A test platform with its own keys. */
export interface TestPlatform {
  /** Profile of the receiver. */
  readonly receiver: Profile
  /** Profile of the sender. */
  readonly sender: Profile
  /** Creates a notification of a new deposit of 0.5 BTC. `changes` replace its fields. */
  readonly signDeposit: (changes?: Partial<DepositNotification>) => Promise<SealedRequest<'notifyDeposit'>>
  /** Creates a notification of a new transfer with a fee of 0.0001 BTC. `changes` replace its fields. */
  readonly signInternal: (changes?: Partial<InternalNotification>) => Promise<SealedRequest<'notifyInternal'>>
  /**
   * Sends copies of a message at the same time, and decrypts and verifies the responses. Default: one copy. The target is
   * `receiver.fetch`, or the URL of a server.
   */
  readonly send: (
    target: ((request: Request) => Promise<Response>) | string,
    message: SealedRequest<Call> | Promise<SealedRequest<Call>>,
    options?: { readonly copies?: number },
  ) => Promise<readonly ReceiverResponse[]>
}

const profiles = { modern, classic } as const

// Key generation takes longer than most tests, so each process does it once.
let keys: readonly [ReturnType<typeof generateKeys>, ReturnType<typeof generateKeys>] | undefined

let count = 0

/**
 * Creates a test platform with generated keys. All platforms of a process share them.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@custody-wallet/receiver'
 * import { memoryForTests } from '@custody-wallet/store/sqlite'
 * import { createTestPlatform } from '@custody-wallet/receiver/testing'
 *
 * const platform = createTestPlatform()
 * const credits: string[] = []
 * const { fetch } = createReceiver({
 *   profile: platform.receiver,
 *   store: memoryForTests(),
 *   onDeposit: async ({ credit }) => credits.push(credit),
 *   onConflict: async () => undefined,
 * })
 * await platform.send(fetch, platform.signDeposit({ amount: '0.5' }), { copies: 20 })
 * console.log(credits) // [ '0.5' ]
 * ```
 */
export function createTestPlatform({
  profile = 'modern',
  appId = 'demo-shop',
}: {
  readonly profile?: 'modern' | 'classic' | undefined
  /** Customer id of the merchant, which begins with `demo-`. */
  readonly appId?: string | undefined
} = {}): TestPlatform {
  const [shop, platform] = (keys ??= [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })])
  const make = profiles[profile]
  const receiver = make({
    appId,
    party: { own: 'shop', peer: 'platform' },
    keys: { own: shop, peer: platform },
    mode: 'pool',
  })
  const sender = make({
    appId,
    party: { own: 'platform', peer: 'shop' },
    keys: { own: platform, peer: shop },
    mode: 'pool',
  })
  return { receiver, sender, ...createSender(sender) }
}

/**
 * Creates the sending functions of a test platform for your own profile.
 *
 * @example
 * ```ts
 * import { createSender, createTestPlatform } from '@custody-wallet/receiver/testing'
 *
 * const { signInternal } = createSender(createTestPlatform({ profile: 'classic' }).sender)
 * console.log((await signInternal({ fee: '0.0002' })).path) // /api/v1/internal/notify
 * ```
 */
export function createSender(profile: Profile): Pick<TestPlatform, 'send' | 'signDeposit' | 'signInternal'> {
  const party = createParty(profile)
  return {
    signDeposit: (changes) => party.sealRequest('notifyDeposit', { ...createDeposit(), ...changes }),
    signInternal: (changes) => party.sealRequest('notifyInternal', { ...createTransfer(), ...changes }),
    async send(target, message, { copies = 1 } = {}) {
      const sealedMessage = await message
      return Promise.all(Array.from({ length: copies }, () => sendOnce(party, target, sealedMessage)))
    },
  }
}

const common = { confirm: 6, symbol: 'BTC', amount: '0.5', balance: '12.5' } as const

function createDeposit(): DepositNotification {
  count += 1
  const addresses = { address_from: 'test-source', address_to: 'test-address', txid: `test-txid-${count}` }
  return { ...common, ...addresses, request_id: `test-request-${count}`, status: 1 }
}

function createTransfer(): InternalNotification {
  count += 1
  const addresses = {
    address_from: 'test-address',
    address_to: 'test-cold-wallet',
    txid: `test-txid-${count}`,
  }
  return { ...common, ...addresses, fee: '0.0001' }
}

async function sendOnce(
  party: Party,
  target: Parameters<TestPlatform['send']>[0],
  message: SealedRequest<Call>,
): Promise<ReceiverResponse> {
  const base = typeof target === 'string' ? target : 'http://localhost'
  const request = new Request(`${base.replace(/\/$/, '')}${message.path}`, {
    method: message.method,
    headers: { 'content-type': 'application/json' },
    body: message.body ?? null,
    redirect: 'error',
  })
  const response = await (typeof target === 'string' ? fetch(request) : target(request))
  const { status } = response
  const body = new Uint8Array(await response.arrayBuffer())
  try {
    const { response: content } = await party.openResponse(message, body)
    return { status, code: content.code, response: content }
  } catch (error) {
    // Failures under classic are unsigned.
    const isFailure = isEncryptionError(error, 'FAILURE_UNPROVED')
    return { status, ...(isFailure && { code: Number(error.context.unprovedCode) }) }
  }
}

/** A function makes changes outside its transaction, so they stay after a rollback. */
export class OutsideTransactionError extends Error {
  override readonly name: string = 'OutsideTransactionError'
  readonly code = 'EFFECT_STAYED'
}

/**
 * Runs a function in a transaction, rolls it back, and rejects if the effect stays. Then the function uses a pool or
 * another connection instead of `tx`, and would credit duplicates.
 *
 * @example
 * ```ts
 * import { memoryForTests } from '@custody-wallet/store/sqlite'
 * import { checkRollback } from '@custody-wallet/receiver/testing'
 *
 * const store = memoryForTests()
 * await store.transaction(async (tx) => tx.run('CREATE TABLE credits (amount text)'))
 * await checkRollback(store, {
 *   effect: async (tx) => tx.run("INSERT INTO credits VALUES ('0.5')"),
 *   observe: () => store.transaction(async (tx) => tx.all('SELECT * FROM credits').length),
 * })
 * ```
 */
export async function checkRollback<Tx>(
  store: Store<Tx>,
  {
    effect,
    observe,
  }: {
    /** Calls your function with a deposit. */
    readonly effect: (tx: Tx) => Promise<unknown>
    /** Reads the effect, such as a balance, outside the transaction. */
    readonly observe: () => Promise<unknown>
  },
): Promise<void> {
  const before = JSON.stringify(await observe())
  const undo = new Error('This transaction is rolled back on purpose.')
  await store
    .transaction(async (tx) => {
      await effect(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  if (JSON.stringify(await observe()) === before) return
  throw new OutsideTransactionError(
    'The effect stayed after the rollback of its transaction, so a retry of the notification would repeat it. Make every change with the second parameter of your function, not with a pool.',
  )
}
