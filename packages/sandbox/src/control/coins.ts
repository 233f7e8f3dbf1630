import { formatAmount } from '../amounts.ts'
import { type Coin, type CoinSettings, createCoin, type NewCoin, updateCoin } from '../chain/coins.ts'
import { settleNetwork } from '../chain/transactions.ts'
import type { Database } from '../store/database.ts'
import type { ControlContext } from './context.ts'

interface SandboxCoin {
  readonly symbol: string
  readonly network: string
  readonly decimals: number
  readonly kind: Coin['kind']
  readonly memo: boolean
  /** Fee coin of the network. */
  readonly base: string
  readonly contractAddress: string
  readonly mode: Coin['mode']
  readonly confirmations: number
  readonly withdrawFee: string
  /** In the fee coin of the network. */
  readonly minerFee: string
  readonly minimum: string
  readonly maximum: string
}

/** Control calls for coins. */
export interface CoinsControl {
  /** Lists all coins, by symbol. */
  readonly list: () => Promise<readonly SandboxCoin[]>
  readonly create: (coin: NewCoin) => Promise<SandboxCoin>
  /** Changes a coin from now on. Confirmed transactions stay confirmed. */
  readonly update: (coin: CoinSettings & { readonly symbol: string }) => Promise<SandboxCoin>
}

export const createCoinsControl = ({ run, read }: Pick<ControlContext, 'read' | 'run'>): CoinsControl => ({
  list: () => read(async ({ db }) => (await selectCoins(db).orderBy('coin.symbol').execute()).map(describeCoin)),
  create: (coin) => run(async (work) => readCoin(work.db, await createCoin(work, coin))),
  update: ({ symbol, ...settings }) =>
    run(async (work) => {
      const coin = await updateCoin(work, symbol, settings)
      await settleNetwork(work, coin.network)
      return readCoin(work.db, coin)
    }),
})

const selectCoins = (db: Database) =>
  db
    .selectFrom('coins as coin')
    .innerJoin('coins as base', 'base.symbol', 'coin.base_symbol')
    .selectAll('coin')
    .select('base.decimals as fee_decimals')

const readCoin = async (db: Database, { symbol }: Coin): Promise<SandboxCoin> =>
  describeCoin(await selectCoins(db).where('coin.symbol', '=', symbol).executeTakeFirstOrThrow())

function describeCoin(coin: Coin & { readonly fee_decimals: number }): SandboxCoin {
  const { symbol, network, decimals, kind, base_symbol: base, mode, confirmations } = coin
  return {
    symbol,
    network,
    decimals,
    kind,
    memo: coin.memo === 1,
    base,
    contractAddress: coin.contract_address,
    mode,
    confirmations,
    withdrawFee: formatAmount(coin.withdraw_fee, decimals),
    minerFee: formatAmount(coin.miner_fee, coin.fee_decimals),
    minimum: formatAmount(coin.minimum, decimals),
    maximum: formatAmount(coin.maximum, decimals),
  }
}
