// Heights derive from the clock: only blocks with transactions exist as numbers in their transactions.
import type { Database } from '../store/store.ts'
import type { Work } from '../work.ts'

export interface Network {
  readonly name: string
  /** Milliseconds between blocks; 0 where only `mine` makes blocks. */
  readonly interval: number
  readonly start: number
  readonly height: number
}

/** A network by its name. */
export const networkOf = (db: Database, name: string): Promise<Network> =>
  db
    .selectFrom('networks')
    .select(['name', 'interval', 'start', 'height'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow(() => new TypeError(`There is no network ${name}.`))

/** Height of the newest block at a moment. */
export const heightAt = ({ interval, start, height }: Network, time: number): number =>
  height + (interval === 0 ? 0 : Math.floor((time - start) / interval))

/** When a network reaches a height by its clock; `undefined` where only `mine` makes blocks. */
export const timeOfHeight = ({ interval, start, height }: Network, wanted: number): number | undefined =>
  interval === 0 ? undefined : start + (wanted - height) * interval

/** Adds blocks beside those of the clock, or removes them with a negative number. */
export async function addBlocks({ db }: Work, name: string, blocks: number): Promise<void> {
  await db
    .updateTable('networks')
    .set((set) => ({ height: set('height', '+', blocks) }))
    .where('name', '=', name)
    .execute()
}
