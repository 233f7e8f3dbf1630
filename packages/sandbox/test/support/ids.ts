import { runSql } from '@custody-wallet/postgres'

/** Lets new ids continue after the ids of existing rows. */
export const reuseIds = (url: string): Promise<unknown> =>
  runSql(
    url,
    `do $$ declare found record; begin
      for found in select table_name as name, column_name as id from information_schema.columns
        where table_schema = 'custody_sandbox' and is_identity = 'YES' loop
        execute format(
          'select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 1), max(%I) is not null) from custody_sandbox.%I',
          'custody_sandbox.' || found.name, found.id, found.id, found.id, found.name);
      end loop; end $$`,
  )
