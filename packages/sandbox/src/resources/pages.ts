import { type RawBuilder, sql } from 'kysely'

import { getLimit } from '../rules/rules.ts'

/**
 * The size of a page, written into the text of a query. PostgreSQL keeps the plan of a text only where it knows how many
 * rows are wanted; planning takes longer than reading the rows.
 */
export const getPageLimit = (name: Parameters<typeof getLimit>[0]): RawBuilder<number> =>
  sql.lit(getLimit(name))
