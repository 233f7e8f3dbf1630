// Heights are computed from the clock. Blocks are not stored; a transaction stores the height of its block.
import { MissingError } from '../errors.ts'
import { suggestName } from '../names.ts'
import type { Database } from '../store/database.ts'
import type { Work } from '../work.ts'

export interface Network {
  readonly name: string
  /** Milliseconds between blocks; 0 if only `mine` makes blocks. */
  readonly interval: number
  readonly start: number
  readonly height: number
}

export async function getNetwork(db: Database, name: string): Promise<Network> {
  const networks = db.selectFrom('networks').select(['name', 'interval', 'start', 'height'])
  const network = await networks.where('name', '=', name).executeTakeFirst()
  if (network) return network
  const names = (await networks.orderBy('name').execute()).map((each) => each.name)
  throw new MissingError(`There is no network ${name}. ${suggestName(name, names)}`)
}

/** Height of the newest block at a time. */
export const computeHeight = ({ interval, start, height }: Network, time: number): number =>
  height + (interval === 0 ? 0 : Math.floor((time - start) / interval))

/** When a network reaches a height; `undefined` if only `mine` makes blocks. */
export const computeBlockTime = ({ interval, start, height }: Network, targetHeight: number): number | undefined =>
  interval === 0 ? undefined : start + (targetHeight - height) * interval

/** Adds blocks to those that the clock makes. */
export async function addBlocks({ db }: Work, name: string, blocks: number): Promise<void> {
  await db
    .updateTable('networks')
    .set((set) => ({ height: set('height', '+', blocks) }))
    .where('name', '=', name)
    .execute()
}

const maxInterval = 365 * 86_400_000

/** Changes the block interval from now on. The height stays continuous. */
export async function changeInterval({ db, now }: Work, name: string, interval: number): Promise<void> {
  if (!Number.isSafeInteger(interval) || interval < 0 || interval > maxInterval)
    throw new TypeError(
      `interval must be an integer of milliseconds up to a year, or 0 if only mine() makes blocks, not ${interval}.`,
    )
  const height = computeHeight(await getNetwork(db, name), now)
  await db.updateTable('networks').set({ interval, start: now, height }).where('name', '=', name).execute()
}
