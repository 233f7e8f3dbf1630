import { type RawBuilder, sql } from 'kysely'

import { getLimit } from '../rules/rules.ts'

/**
 * Returns the size of a page as SQL. With a parameter instead, PostgreSQL would plan each query again, which takes
 * longer than reading the rows.
 */
export const getPageLimit = (name: Parameters<typeof getLimit>[0]): RawBuilder<number> => sql.lit(getLimit(name))
