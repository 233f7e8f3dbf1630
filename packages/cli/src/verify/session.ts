import { randomBytes } from 'node:crypto'

import type { Profile } from '@custody-wallet/encryption'
import type { DepositNotification, InternalNotification } from '@custody-wallet/types'

import { type Changes, deliver, type Delivery } from './delivery.ts'
import { type Account, type Change, createObserver, type Probe, type Question, type Timers } from './observer.ts'

/** The receiver under test, and who sends to it. */
export interface SessionOptions {
  readonly url: string
  /** The profile of the sender, the platform. */
  readonly profile: Profile
  readonly probe: Probe
  /** Two addresses of one coin that the receiver knows. */
  readonly accounts: readonly [Account, Account]
  /** An account of a coin with memos, if the receiver has one. */
  readonly memoAccount?: Account | undefined
  /** A second app_id that the receiver serves with the same keys, if it has one. */
  readonly otherAppId?: string | undefined
  /** Kills the receiver and starts it again. */
  readonly restart?: (() => Promise<unknown>) | undefined
  /** Milliseconds to wait for a response, and then for a credit. */
  readonly timeout: number
}

export interface Session extends SessionOptions {
  /** Creates a notification of a new deposit to the first account. */
  readonly deposit: (changes?: Partial<DepositNotification>) => DepositNotification
  readonly internal: () => InternalNotification
  readonly send: (notification: DepositNotification | InternalNotification, changes?: Changes) => Promise<Delivery>
  /** Resolves with what some work credits or deducts; undefined if the probe does not know. */
  readonly change: (
    work: () => Promise<unknown>,
    target: Target & Pick<Question, 'expected'>,
  ) => Promise<Change | undefined>
  /** Returns the longest delay of a credit since the last call, for messages; undefined if none was late. */
  readonly takeDelay: () => string | undefined
}

/** What to ask the probe (default: what is credited to the first account). */
export type Target = Partial<Pick<Question, 'account' | 'what'>>

/** Opens a session and measures how late the receiver credits. All ids are new, so you can test a receiver again. */
export async function openSession(options: SessionOptions, timers: Timers): Promise<Session> {
  const run = randomBytes(6).toString('hex')
  const [first] = options.accounts
  let count = 0
  const createId = (): string => `verify-${run}-${(count += 1)}`
  const common = { confirm: 6, balance: '12.5', amount: '0.5', address_from: 'verify-source' } as const
  const observer = createObserver(options.probe, options.timeout, timers)
  const session: Session = {
    ...options,
    deposit: (changes) => ({
      ...common,
      request_id: createId(),
      txid: createId(),
      ...getAccountFields(first),
      status: 1,
      ...changes,
    }),
    internal: () => ({ ...common, txid: createId(), ...getAccountFields(first), fee: '0.0001' }),
    async send(notification, changes = {}) {
      const delivery = await deliver(options, notification, changes)
      observer.noteResponse()
      return delivery
    },
    change: (work, { account = first, what = 'credited', expected }) =>
      observer.change({ what, account, expected }, work),
    takeDelay: observer.takeDelay,
  }
  const question = { what: 'credited', account: first, expected: [common.amount] } as const
  await observer.learn(question, async () => {
    const { outcome } = await session.send(session.deposit())
    return outcome === 'plain' || outcome === 'signed' ? options.timeout : 0
  })
  return session
}

export const pickOtherCoin = (symbol: string): string => (symbol === 'ETH' ? 'BTC' : 'ETH')

export const pickOtherMemo = (memo: string): string => (memo === '1' ? '2' : '1')

/** Returns the fields of a notification that name an account. */
export const getAccountFields = ({
  symbol,
  address,
  memo,
}: Account): Pick<DepositNotification, 'address_to' | 'memo' | 'symbol'> => ({
  symbol,
  address_to: address,
  ...(memo !== '' && { memo }),
})
