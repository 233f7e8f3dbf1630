import { type RawBuilder, sql } from 'kysely'

/** Counts rows of `from … where …` up to a limit, so that pages stay fast with many rows. */
export const countRows = (rows: RawBuilder<unknown>, limit: number): RawBuilder<number> =>
  sql<number>`(select count(*) from (select 1 ${rows} limit ${sql.lit(limit)}) as counted)`
