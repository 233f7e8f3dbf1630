// MPC wallets of merchants. A wallet is a number; its funds are accounts of the ledger.
import { sentUnitsOf } from '../amounts.ts'
import { type Coin, coinOf } from '../chain/coins.ts'
import { addressOf } from '../chain/notation.ts'
import { walletOwner } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import type { Work } from '../work.ts'
import { merchantOf } from './rows.ts'

/** A coin of an MPC wallet. */
export interface WalletKey {
  readonly appId: string
  /** The number that records show as `sub_wallet_id`. */
  readonly wallet: number
  readonly symbol: string
}

/** Address of a wallet on the network of a coin. */
export const walletAddress = (work: Work, appId: string, wallet: number, { network }: Coin): string =>
  addressOf(work, network, `wallet ${appId} ${wallet} ${network}`)

/** Brings coins from outside into a wallet, and returns its address. */
export async function fundWallet(
  work: Work,
  { appId, wallet, symbol }: WalletKey,
  amount: string,
): Promise<{ readonly address: string }> {
  await merchantOf(work.db, appId)
  const coin = await coinOf(work.db, symbol)
  const owner = walletOwner(checkedWallet(wallet))
  await post(work, {
    appId,
    symbol,
    from: 'chain',
    to: owner,
    amount: sentUnitsOf(amount, coin.decimals),
    subject: owner,
    reason: 'funded by control',
  })
  return { address: walletAddress(work, appId, wallet, coin) }
}

/** The number of a wallet. */
export function checkedWallet(wallet: number): number {
  if (Number.isSafeInteger(wallet) && wallet > 0) return wallet
  throw new TypeError(`A wallet is a whole number from 1, not ${wallet}.`)
}
