import { type RawBuilder, sql } from 'kysely'

import { limitOf } from '../rules/rules.ts'

/**
 * The size of a page, written into the text of a query. PostgreSQL keeps the plan of a text only where it knows how many
 * rows are wanted; planning takes longer than reading the rows.
 */
export const pageOf = (name: Parameters<typeof limitOf>[0]): RawBuilder<number> => sql.lit(limitOf(name))
