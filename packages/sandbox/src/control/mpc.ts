import { getCoin } from '../chain/coins.ts'
import { toStakedOwner, toWalletOwner } from '../ledger/accounts.ts'
import { explainBalance, type BalanceExplanation } from '../ledger/explain.ts'
import { checkWallet, fundWallet, type WalletKey } from '../merchants/wallets.ts'
import {
  moveMpcWithdrawal,
  type MpcWithdrawalRecord,
  type NewMpcWithdrawal,
  requestMpcWithdrawal,
} from '../resources/mpc-withdrawals.ts'
import type { ControlContext, MerchantScoped, RecordKey } from './context.ts'

/** Control calls for MPC wallets. Only `fund` brings coins into them. */
export interface MpcControl {
  /** Adds coins from outside to a wallet. */
  readonly fund: (
    funding: MerchantScoped<WalletKey> & { readonly amount: string },
  ) => Promise<{ readonly address: string }>
  /** Explains the available or staked balance of a wallet in a coin. */
  readonly explain: (
    key: MerchantScoped<WalletKey> & { readonly staked?: boolean | undefined },
  ) => Promise<BalanceExplanation>
}

export const createMpcControl = ({ run, read, appId }: ControlContext): MpcControl => ({
  fund: ({ appId: owner = appId, amount, ...key }) => run((work) => fundWallet(work, { ...key, appId: owner }, amount)),
  explain: ({ appId: owner = appId, wallet, symbol, staked = false }) =>
    read(async ({ db }) => {
      const { decimals } = await getCoin(db, symbol)
      const account = (staked ? toStakedOwner : toWalletOwner)(checkWallet(wallet))
      return explainBalance(db, { appId: owner, symbol, owner: account }, decimals)
    }),
})

type MoveCall = (key: RecordKey) => Promise<MpcWithdrawalRecord>

/** Control calls for MPC withdrawals. */
export interface MpcWithdrawalsControl {
  readonly request: (withdrawal: MerchantScoped<NewMpcWithdrawal>) => Promise<MpcWithdrawalRecord>
  readonly approve: MoveCall
  /** Ends it without approval. */
  readonly deny: MoveCall
  /** Ends it because of risk control. */
  readonly reject: MoveCall
  readonly discard: MoveCall
  /** Sends the transaction, which the chain confirms. */
  readonly pay: MoveCall
  readonly fail: MoveCall
}

export function createMpcWithdrawalsControl({ run, appId }: ControlContext): MpcWithdrawalsControl {
  const createMove =
    (event: Exclude<keyof MpcWithdrawalsControl, 'request'>): MoveCall =>
    ({ id }) =>
      run((work) => moveMpcWithdrawal(work, id, event))
  return {
    request: ({ appId: owner = appId, ...input }) =>
      run((work) => requestMpcWithdrawal(work, { ...input, appId: owner })),
    approve: createMove('approve'),
    deny: createMove('deny'),
    reject: createMove('reject'),
    discard: createMove('discard'),
    pay: createMove('pay'),
    fail: createMove('fail'),
  }
}
