// Withdrawals of users.
import { type Coin, coins } from './coins.ts'
import { lock, type Model, need, recordOf, send, unlock, userOf, type Withdrawal } from './state.ts'

export type NewWithdrawal = Pick<Withdrawal, 'amount' | 'coin' | 'request' | 'uid'>

export function request(model: Model, given: NewWithdrawal): void {
  const { uid, coin, amount } = given
  need(!model.withdrawals.some((each) => each.request === given.request))
  const { least, most, withdrawFee } = coins[coin]
  need(amount >= least && amount <= most)
  lock(userOf(model, uid, coin), amount + withdrawFee)
  const id = model.withdrawals.length + 1
  const fresh = { merchant: 0, platform: 0, held: false, sent: false, due: undefined }
  model.withdrawals.push({ ...given, id, ...fresh, state: 'reviewing' })
  progress(model, recordOf(model.withdrawals, id))
}

const after = { reviewing: 60_000, checking: 60_000, paying: 120_000 } as const

function progress(model: Model, withdrawal: Withdrawal): void {
  const { coin, held, sent, state } = withdrawal
  const wait = state === 'paying' && model.payer === 'merchant' ? undefined : nextIn(state)
  withdrawal.due = !coins[coin].timed || held || sent || wait === undefined ? undefined : model.time + wait
}

const nextIn = (state: Withdrawal['state']): number | undefined =>
  state === 'reviewing' || state === 'checking' || state === 'paying' ? after[state] : undefined

export function endWithdrawal(model: Model, withdrawal: Withdrawal, state: Withdrawal['state']): void {
  const { uid, coin, amount } = withdrawal
  unlock(userOf(model, uid, coin), amount + coins[coin].withdrawFee, state === 'succeeded')
  Object.assign(withdrawal, { state, due: undefined })
}

export type Change = (model: Model, withdrawal: Withdrawal) => void

const moving =
  (from: readonly Withdrawal['state'][], state: Withdrawal['state']): Change =>
  (model, withdrawal) => {
    need(from.includes(withdrawal.state))
    withdrawal.state = state
    progress(model, withdrawal)
  }

const ending =
  (from: readonly Withdrawal['state'][], state: Withdrawal['state']): Change =>
  (model, withdrawal) => {
    need(from.includes(withdrawal.state) && !withdrawal.sent)
    endWithdrawal(model, withdrawal, state)
  }

const approving =
  (side: 'merchant' | 'platform'): Change =>
  (model, withdrawal) => {
    need(withdrawal.state === 'reviewing' && withdrawal[side] === 0)
    withdrawal[side] = 1
    if (withdrawal.merchant === 1 && withdrawal.platform === 1) approve(model, withdrawal)
  }

export function approve(model: Model, withdrawal: Withdrawal): void {
  Object.assign(withdrawal, { merchant: 1, platform: 1 })
  moving(['reviewing'], 'paying')(model, withdrawal)
}

const holding =
  (held: boolean): Change =>
  (model, withdrawal) => {
    need(!['rejected', 'failed', 'succeeded', 'cancelled'].includes(withdrawal.state))
    need(withdrawal.held !== held)
    withdrawal.held = held
    progress(model, withdrawal)
  }

export function payOut(model: Model, withdrawal: Withdrawal): void {
  const { id, coin, amount, state, sent, held } = withdrawal
  need(state === 'paying' && !sent && !held)
  Object.assign(withdrawal, { sent: true, due: undefined })
  send(model, { kind: 'withdrawal', id, coin, amount })
}

/** What control and the merchant do with a withdrawal. */
export const withdrawalChanges = {
  accept: moving(['checking', 'escalated'], 'reviewing'),
  approveAsMerchant: approving('merchant'),
  approveAsPlatform: approving('platform'),
  cancel: (model, withdrawal) => {
    if (withdrawal.state !== 'cancelled')
      ending(['reviewing', 'paying', 'checking', 'escalated'], 'cancelled')(model, withdrawal)
  },
  check: moving(['reviewing'], 'checking'),
  escalate: moving(['checking'], 'escalated'),
  fail: ending(['paying'], 'failed'),
  hold: holding(true),
  pay: payOut,
  reject: ending(['reviewing', 'checking', 'escalated'], 'rejected'),
  release: holding(false),
} as const satisfies Readonly<Record<string, Change>>

export type WithdrawalChange = keyof typeof withdrawalChanges

/** Ids that a pull has to show. */
export const pulled = ({ withdrawals, payer }: Model, coin: Coin): readonly number[] =>
  withdrawals
    .filter((each) => each.coin === coin && each.state === 'paying' && !each.sent && !each.held)
    .filter(() => payer === 'merchant')
    .map(({ id }) => id)
    .slice(-20)
