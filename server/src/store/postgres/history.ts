import type { HistoryDialect } from '../historyDialect.ts';

/** A function takes at most 100 arguments. */
const columnsAtOnce = 50;

const objectOf = (row: string, columns: readonly string[]): string =>
  `jsonb_build_object(${columns.map((name) => `'${name}', ${row}."${name}"`).join(', ')})`;

/** The triggers of store/history on PostgreSQL. The current write is a setting of the transaction (acquireLock). */
export const postgresHistory: HistoryDialect = {
  begin: [
    `create or replace function lectern_write(name text) returns text language sql stable as $$
      select coalesce(
        nullif(current_setting('lectern.write', true), '')::json ->> name,
        case when name = 'at' then to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
      )
    $$`,
    // In all scripts, whatever the collation of the database (as fullText.ts).
    `do $$ begin execute format(
      'create or replace function lectern_lower(value text) returns text language sql immutable
        return lower(value collate %I)',
      (select min(collname) from pg_collation where collname in ('pg_c_utf8', 'und-x-icu'))
    ); end $$`,
  ],
  fields: 'json_each_text(row_history."row"::json) as field',
  fieldsOfPart: 'json_array_elements(part."row"::json) as one(value), json_each_text(one.value) as field',
  like: 'ilike',
  object(row, columns) {
    const parts = [
      objectOf(row, columns.slice(0, columnsAtOnce)),
      objectOf(row, columns.slice(columnsAtOnce)),
    ];
    return columns.length > columnsAtOnce ? `(${parts.join(' || ')})` : (parts[0] ?? '');
  },
  array: (objects) => `jsonb_agg(${objects})`,
  trigger: ({ name, table, event, when = 'true', unless = 'true', statements }) => [
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin
      if ${unless} then ${statements.join('; ')}; end if;
      return OLD;
    end $$`,
    `drop trigger if exists ${name} on ${table}`,
    `create trigger ${name} ${event} on ${table} for each row when (${when}) execute function ${name}()`,
  ],
};
