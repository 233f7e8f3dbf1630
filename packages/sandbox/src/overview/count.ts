// Counts for pages, which must stay cheap with any number of rows.
import { type RawBuilder, sql } from 'kysely'

/** Largest count. It means that many or more. */
export const maxCount = 20_000

/** Counts rows of `from … where …`, up to a limit. */
export const countRows = (rows: RawBuilder<unknown>, limit: number = maxCount): RawBuilder<number> =>
  sql<number>`(select count(*) from (select 1 ${rows} limit ${sql.lit(limit)}) as counted)`
