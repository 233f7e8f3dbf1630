import { coinOf } from '../chain/coins.ts'
import { stakedOwner, walletOwner } from '../ledger/accounts.ts'
import { explainBalance, type Explanation } from '../ledger/explain.ts'
import { checkedWallet, fundWallet, type WalletKey } from '../merchants/wallets.ts'
import {
  moveMpcWithdrawal,
  type MpcWithdrawalRecord,
  type NewMpcWithdrawal,
  requestMpcWithdrawal,
} from '../resources/mpc-withdrawals.ts'
import { effects } from '../service/effects.ts'
import type { ControlContext, OfMerchant, RecordKey } from './context.ts'

/** MPC wallets. Their funds come from outside by `fund`, and from nowhere else. */
export interface MpcControl {
  /** Brings coins from outside into a wallet. */
  readonly fund: (
    funding: OfMerchant<WalletKey> & { readonly amount: string },
  ) => Promise<{ readonly address: string }>
  /** Explains what a wallet has in a coin, or what it has staked. */
  readonly explain: (
    key: OfMerchant<WalletKey> & { readonly staked?: boolean | undefined },
  ) => Promise<Explanation>
}

export const mpcControl = ({ run, appId }: ControlContext): MpcControl => ({
  fund: ({ appId: owner = appId, amount, ...key }) =>
    run((work) => fundWallet(work, { ...key, appId: owner }, amount)),
  explain: ({ appId: owner = appId, wallet, symbol, staked = false }) =>
    run(async ({ db }) => {
      const { decimals } = await coinOf(db, symbol)
      const account = (staked ? stakedOwner : walletOwner)(checkedWallet(wallet))
      return explainBalance(db, { appId: owner, symbol, owner: account }, decimals)
    }),
})

type Move = (key: RecordKey) => Promise<MpcWithdrawalRecord>

/** What the people of a merchant and the platform do with MPC withdrawals. */
export interface MpcWithdrawalsControl {
  readonly request: (withdrawal: OfMerchant<NewMpcWithdrawal>) => Promise<MpcWithdrawalRecord>
  readonly approve: Move
  /** Ends it because approval was not given. */
  readonly deny: Move
  /** Ends it because risk control does not accept it. */
  readonly reject: Move
  readonly discard: Move
  /** Sends the transaction; the chain confirms it. */
  readonly pay: Move
  readonly fail: Move
}

export function mpcWithdrawalsControl({ run, appId }: ControlContext): MpcWithdrawalsControl {
  const move =
    (event: Exclude<keyof MpcWithdrawalsControl, 'request'>): Move =>
    ({ id }) =>
      run((work) => moveMpcWithdrawal(work, id, event, effects))
  return {
    request: ({ appId: owner = appId, ...given }) =>
      run((work) => requestMpcWithdrawal(work, { ...given, appId: owner }, effects)),
    approve: move('approve'),
    deny: move('deny'),
    reject: move('reject'),
    discard: move('discard'),
    pay: move('pay'),
    fail: move('fail'),
  }
}
