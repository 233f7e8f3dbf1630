import { coinOf } from '../chain/coins.ts'
import { userOwner } from '../ledger/accounts.ts'
import { explainBalance, type Explanation } from '../ledger/explain.ts'
import { MissingError } from '../missing.ts'
import { type UnpaidFee, unpaidFees } from '../resources/miner-fees.ts'
import { hasUser } from '../resources/users.ts'
import type { ControlContext, OfMerchant } from './context.ts'

/** A balance of a user, the transfers that make it, and the fees that it was too small for. */
interface ExplainedBalance extends Explanation {
  readonly unpaid: readonly UnpaidFee[]
}

/** Balances of users. */
export interface BalancesControl {
  readonly explain: (
    key: OfMerchant<{ readonly uid: number; readonly symbol: string }>,
  ) => Promise<ExplainedBalance>
}

export const balancesControl = ({ run, appId }: ControlContext): BalancesControl => ({
  explain: ({ appId: owner = appId, uid, symbol }) =>
    run(async ({ db }) => {
      const { decimals } = await coinOf(db, symbol)
      if (!(await hasUser(db, owner, uid))) throw new MissingError(`${owner} has no user ${uid}.`)
      const key = { appId: owner, symbol }
      return {
        ...(await explainBalance(db, { ...key, owner: userOwner(uid) }, decimals)),
        unpaid: await unpaidFees(db, { ...key, uid }, decimals),
      }
    }),
})
