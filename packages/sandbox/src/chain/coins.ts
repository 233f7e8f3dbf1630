import type { Selectable } from 'kysely'

import type { Schema } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

/** A coin of the sandbox. */
export type Coin = Selectable<Schema['coins']>

/** The coin of a symbol, where there is one. */
export const findCoin = (db: Database, symbol: string): Promise<Coin | undefined> =>
  db.selectFrom('coins').selectAll().where('symbol', '=', symbol).executeTakeFirst()

/** The coin of a symbol that a stored record has. */
export async function coinOf(db: Database, symbol: string): Promise<Coin> {
  const coin = await findCoin(db, symbol)
  if (coin) return coin
  throw new TypeError(`There is no coin ${symbol}: create it with coins.create, or correct the symbol.`)
}
