// A summary of a merchant: funds of its users, what needs a person, and the latest changes.
import { getMerchant } from '../merchants/rows.ts'
import { type Attention, listAttention } from '../overview/attention.ts'
import { type LatestChange, listLatestChanges } from '../overview/changes.ts'
import { type CoinTotal, listTotals } from '../overview/totals.ts'
import type { ControlContext, MerchantScoped } from './context.ts'
import type { RequestLog } from './log.ts'

/** Summary of a merchant. */
interface Overview {
  /** Coins in which users have funds, by symbol. */
  readonly totals: readonly CoinTotal[]
  /** What needs a person. */
  readonly attention: readonly Attention[]
  /** Latest changes of records, the newest first. */
  readonly changes: readonly LatestChange[]
}

/** Control call for the summary of a merchant. */
export interface OverviewControl {
  readonly get: (merchant?: MerchantScoped<object>) => Promise<Overview>
}

export const createOverviewControl = (
  { read, appId: defaultAppId }: ControlContext,
  log: Pick<RequestLog, 'list'>,
): OverviewControl => ({
  async get({ appId = defaultAppId } = {}) {
    const overview = await read(async ({ db }) => {
      await getMerchant(db, appId)
      return {
        totals: await listTotals(db, appId),
        attention: await listAttention(db, appId),
        changes: await listLatestChanges(db, appId),
      }
    })
    return { ...overview, attention: [...overview.attention, ...(await listConflicts(log, appId))] }
  },
})

const conflicts = { repeat: 'conflict' } as const

// Only this process has its log of requests.
async function listConflicts(log: Pick<RequestLog, 'list'>, appId: string): Promise<readonly Attention[]> {
  const { length: count } = await log.list({ appId, limit: 1000, ...conflicts })
  return count > 0 ? [{ type: 'conflict', count, call: 'requests.list', parameters: conflicts }] : []
}
