import { getCoin } from '../chain/coins.ts'
import { toStakedOwner, toWalletOwner } from '../ledger/accounts.ts'
import { explainBalance, type BalanceExplanation } from '../ledger/explain.ts'
import { mpcWithdrawalType, type NewMpcWithdrawal, requestMpcWithdrawal } from '../life/mpc-withdrawals.ts'
import { checkWallet, fundWallet, type WalletKey } from '../merchants/wallets.ts'
import type { SandboxRecord } from '../records/list.ts'
import { type MpcWithdrawalAction, mpcWithdrawalStates } from '../states/mpc-withdrawals.ts'
import { createMoveCalls, type RecordCall, runChange } from './actions.ts'
import type { ControlContext, MerchantScoped } from './context.ts'
import { type Page, readPage } from './pages.ts'

/** Control calls for MPC wallets. Only `fund` brings coins into them. */
export interface MpcControl {
  /** Adds coins from outside to a wallet. */
  readonly fund: (
    funding: MerchantScoped<WalletKey> & { readonly amount: string },
  ) => Promise<{ readonly address: string }>
  /** Explains the available or staked balance of a wallet in a coin by a page of its transfers, the newest first. */
  readonly explain: (
    key: MerchantScoped<WalletKey> & Page & { readonly staked?: boolean | undefined },
  ) => Promise<BalanceExplanation>
}

export const createMpcControl = ({ run, read, appId }: ControlContext): MpcControl => ({
  fund: ({ appId: owner = appId, amount, ...key }) => run((work) => fundWallet(work, { ...key, appId: owner }, amount)),
  async explain({ appId: owner = appId, wallet, symbol, staked = false, ...range }) {
    const page = readPage(range)
    return read(async ({ db }) => {
      const { decimals } = await getCoin(db, symbol)
      const account = (staked ? toStakedOwner : toWalletOwner)(checkWallet(wallet))
      return explainBalance(db, { ...page, appId: owner, symbol, owner: account }, decimals)
    })
  },
})

/** Control calls for MPC withdrawals. */
export interface MpcWithdrawalsControl extends Readonly<Record<MpcWithdrawalAction, RecordCall>> {
  readonly request: (withdrawal: MerchantScoped<NewMpcWithdrawal>) => Promise<SandboxRecord>
}

export const createMpcWithdrawalsControl = (context: ControlContext): MpcWithdrawalsControl => ({
  ...createMoveCalls(context, 'mpc_withdrawal', mpcWithdrawalType, mpcWithdrawalStates),
  request: ({ appId = context.appId, ...input }) =>
    runChange(context, 'mpc_withdrawal', (work) => requestMpcWithdrawal(work, { ...input, appId })),
})
