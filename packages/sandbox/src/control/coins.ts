import { type Coin, type CoinSettings, createCoin, type NewCoin, updateCoin } from '../chain/coins.ts'
import { settleNetwork } from '../chain/transactions.ts'
import type { Engine } from '../engine.ts'
import { effects } from '../service/effects.ts'

/** Calls about coins. */
export interface CoinControl {
  readonly coins: {
    readonly create: (coin: NewCoin) => Promise<Coin>
    /** Changes a coin from now on; transactions that are confirmed stay so. */
    readonly update: (coin: CoinSettings & { readonly symbol: string }) => Promise<Coin>
  }
}

export const coinControl = ({ run }: Pick<Engine, 'run'>): CoinControl => ({
  coins: {
    create: (coin) => run((work) => createCoin(work, coin)),
    update: ({ symbol, ...settings }) =>
      run(async (work) => {
        const coin = await updateCoin(work, symbol, settings)
        await settleNetwork(work, coin.network, effects)
        return coin
      }),
  },
})
