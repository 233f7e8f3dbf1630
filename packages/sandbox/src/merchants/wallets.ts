// MPC wallets of merchants. A wallet is a number with accounts in the ledger.
import { toPositiveUnits } from '../amounts.ts'
import { type Coin, getCoin } from '../chain/coins.ts'
import { createAddress } from '../chain/notation.ts'
import { toWalletOwner } from '../ledger/accounts.ts'
import { postTransfer } from '../ledger/post.ts'
import type { Work } from '../work.ts'
import { getMerchant } from './rows.ts'

export interface WalletKey {
  readonly appId: string
  /** Shown as `sub_wallet_id` in records. */
  readonly wallet: number
  readonly symbol: string
}

/** Derives the address of a wallet on the network of a coin. */
export const createWalletAddress = (work: Work, appId: string, wallet: number, { network }: Coin): string =>
  createAddress(work, network, `wallet ${appId} ${wallet} ${network}`)

/** Adds coins from outside to a wallet, and returns its address. */
export async function fundWallet(
  work: Work,
  { appId, wallet, symbol }: WalletKey,
  amount: string,
): Promise<{ readonly address: string }> {
  await getMerchant(work.db, appId)
  const coin = await getCoin(work.db, symbol)
  const owner = toWalletOwner(checkWallet(wallet))
  await postTransfer(work, {
    appId,
    symbol,
    from: 'chain',
    to: owner,
    amount: toPositiveUnits(amount, coin.decimals),
    subject: owner,
    reason: 'funded by control',
  })
  return { address: createWalletAddress(work, appId, wallet, coin) }
}

/** Finds the MPC wallet with an address on the network of a coin. Only wallets with funds have one. */
export async function findWalletAt(
  work: Work,
  coin: Coin,
  address: string,
): Promise<{ readonly appId: string; readonly number: number } | undefined> {
  const rows = await work.db
    .selectFrom('merchants')
    .innerJoin('ledger_accounts as account', 'account.app_id', 'merchants.app_id')
    .select(['account.app_id as appId', 'account.owner'])
    .distinct()
    // A range, because the key of accounts serves no pattern.
    .where('account.owner', '>', walletPrefix)
    .where('account.owner', '<', `${walletPrefix}~`)
    .execute()
  return rows
    .map(({ appId, owner }) => ({ appId, number: Number(owner.slice(walletPrefix.length)) }))
    .find(({ appId, number }) => createWalletAddress(work, appId, number, coin) === address)
}

const walletPrefix = 'wallet '

export function checkWallet(wallet: number): number {
  if (Number.isSafeInteger(wallet) && wallet > 0) return wallet
  throw new TypeError(`wallet must be an integer from 1, not ${wallet}.`)
}
