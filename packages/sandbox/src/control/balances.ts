import { getCoin } from '../chain/coins.ts'
import { MissingError } from '../errors.ts'
import { toUserOwner } from '../ledger/accounts.ts'
import { explainBalance, type BalanceExplanation } from '../ledger/explain.ts'
import { listUnpaidFees, type UnpaidFee } from '../life/miner-fees.ts'
import { hasUser } from '../merchants/users.ts'
import type { ControlContext, MerchantScoped } from './context.ts'
import { type Page, readPage } from './pages.ts'

/** A balance of a user with its transfers and its unpaid fees. */
interface BalanceWithUnpaidFees extends BalanceExplanation {
  readonly unpaid: readonly UnpaidFee[]
}

/** Control calls for balances. */
export interface BalancesControl {
  /** Explains a balance of a user by a page of its transfers, the newest first. */
  readonly explain: (
    key: MerchantScoped<{ readonly uid: number; readonly symbol: string }> & Page,
  ) => Promise<BalanceWithUnpaidFees>
}

export const createBalancesControl = ({ read, appId }: ControlContext): BalancesControl => ({
  async explain({ appId: owner = appId, uid, symbol, ...range }) {
    const page = readPage(range)
    return read(async ({ db }) => {
      const { decimals } = await getCoin(db, symbol)
      if (!(await hasUser(db, owner, uid)))
        throw new MissingError(`${owner} has no user ${uid}: create one with users.create.`)
      const key = { appId: owner, symbol }
      return {
        ...(await explainBalance(db, { ...key, ...page, owner: toUserOwner(uid) }, decimals)),
        unpaid: await listUnpaidFees(db, { ...key, uid }, decimals),
      }
    })
  },
})
