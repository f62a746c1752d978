/**
 * Triggers keep what is replaced or deleted in `row_history`, in the same transaction and whichever way the change
 * came: a request, a conflict, an import, WebDAV, a cascade. They are derived from `things` and the columns of the
 * tables, and created again when those have changed.
 */
import { createHash } from 'node:crypto';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { HistoryDialect, Trigger } from '../historyDialect.ts';
import { readSetting, writeSetting } from '../settings.ts';
import { type Thing, things, usuallyAtOnce } from './things.ts';

/** The history is cut to its limit about every so many rows, not at each save. */
const cutEvery = 50;

/** Columns that the database computes, or that belong to the index. */
const computed = new Set(['bytes', 'tokens', 'indexed']);

type Columns = ReadonlyMap<string, readonly string[]>;

/** Creates the triggers in a migrated database, unless they are there. */
export async function createHistoryTriggers(
  engine: Pick<Engine, 'db' | 'schema' | 'acquireLock'>,
): Promise<void> {
  const { history } = engine.schema;
  const columns = await columnsOf(engine);
  const triggers = [...things.flatMap((thing) => triggersOf(thing, columns, history)), cut];
  const statements = [...history.begin, ...triggers.flatMap((trigger) => history.trigger(trigger))];
  const digest = createHash('sha256').update(statements.join('\n')).digest('hex');
  if ((await readSetting(engine.db, 'history_triggers')) === digest) return;
  await engine.db.transaction().execute(async (trx) => {
    await engine.acquireLock(trx, 'migrations');
    for (const statement of statements) await sql.raw(statement).execute(trx);
    await writeSetting(trx, 'history_triggers', digest);
  });
}

/** Call it before a migration: a table with triggers keeps its columns. They are created again after it. */
export async function dropHistoryTriggers({ db, shared }: Pick<Engine, 'db' | 'shared'>): Promise<void> {
  const { rows } = shared
    ? await sql<{ name: string; table: string }>`select tgname as name, tgrelid::regclass::text as "table"
        from pg_trigger where starts_with(tgname::text, 'history_')`.execute(db)
    : await sql<{ name: string; table: string }>`select name, tbl_name as "table" from sqlite_master
        where type = 'trigger' and name like 'history%'`.execute(db);
  await db.deleteFrom('settings').where('name', '=', 'history_triggers').execute();
  for (const { name, table } of rows)
    await sql`drop trigger ${sql.ref(name)} ${shared ? sql`on ${sql.table(table)}` : sql``}`.execute(db);
}

/** The columns of each table, without computed ones. */
export async function columnsOf({ db }: Pick<Engine, 'db'>): Promise<Columns> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns
        .map((column) => column.name)
        .filter((column) => !computed.has(column) && (name !== 'passages' || column !== 'id'))
        .sort(),
    ]),
  );
}

const write = (name: string) => `lectern_write('${name}')`;
const insert = `insert into row_history (user_id, thing, thing_id, book_id, event, "row", device_id, device, "at"`;
const byWrite = ['device_id', 'device', 'at'].map(write).join(', ');

function triggersOf(thing: Thing, columns: Columns, dialect: HistoryDialect): Trigger[] {
  const { kind, table, texts, book, fileBytes, of } = thing;
  const bookId = book ? `OLD.${book}` : 'null';
  const who = `OLD.user_id, '${kind}', OLD.id, ${bookId}`;
  // A thing that is deleted with its account leaves nothing; what is deleted with another thing is a part of that.
  const owner = 'exists (select 1 from users where id = OLD.user_id)';
  const whole = of && `(OLD.${of[0]} is null or exists (select 1 from ${of[1]} where id = OLD.${of[0]}))`;
  const row = dialect.object('OLD', columns.get(table) ?? []);
  const bytes = fileBytes ? `OLD.${fileBytes}` : 'null';
  const deleted: Trigger = {
    name: `history_${table}_deleted`,
    table,
    event: 'before delete',
    unless: whole ? `${owner} and ${whole}` : owner,
    statements: [
      `${insert}, file_bytes) values (${who}, 'deleted', ${row}, ${byWrite}, ${bytes})`,
      ...partsOf(thing, columns, dialect),
    ],
  };
  if (texts.length === 0) return [deleted];
  const some = (condition: (text: string) => string, joint: string) => texts.map(condition).join(joint);
  const size = (state: string) =>
    some((text) => `coalesce(octet_length(cast(${state}."${text}" as text)), 0)`, ' + ');
  const same = `user_id = OLD.user_id and thing = '${kind}' and thing_id = OLD.id`;
  return [
    deleted,
    {
      name: `history_${table}_replaced`,
      table,
      event: `after update of ${some((text) => `"${text}"`, ', ')}`,
      when: `(${some((text) => `OLD."${text}" is distinct from NEW."${text}"`, ' or ')})
        and (${size('OLD')}) > 0`,
      // One version for what a device saves in a while, unless most of the text goes or an earlier version returns.
      unless: `(${size('NEW')}) * 2 < (${size('OLD')}) or not exists (
        select 1 from row_history where id = (select max(id) from row_history where ${same})
        and event = 'replaced' and device_id = ${write('device_id')} and "at" > ${write('since')}
      ) or exists (
        select 1 from row_history where ${same} and event = 'replaced' and "row" = cast(${dialect.object('NEW', texts)} as text)
      )`,
      statements: [`${insert}) values (${who}, 'replaced', ${dialect.object('OLD', texts)}, ${byWrite})`],
    },
  ];
}

function partsOf({ kind, parts }: Thing, columns: Columns, { object, array }: HistoryDialect): string[] {
  const whole = `(select max(id) from row_history where user_id = OLD.user_id and thing = '${kind}' and thing_id = OLD.id)`;
  return parts.map(({ table, key, only, atOnce = usuallyAtOnce }) => {
    const row = object('part', only ? [only] : (columns.get(table) ?? []));
    return `${insert}, with_id, things)
      select OLD.user_id, '${table}', OLD.id, null, 'deleted', ${array('one')}, ${byWrite}, ${whole}, count(*) from (
        select ${row} as one, (row_number() over () - 1) / ${atOnce} as chunk from "${table}" as part where part.${key} = OLD.id
      ) as chunks group by chunk`;
  });
}

/** Deletes the oldest rows of a reader beyond the limit. */
const cut: Trigger = {
  name: 'history_cut',
  table: 'row_history',
  event: 'after insert',
  // Not at a part: its thing, which is older, must not go before it is whole.
  when: `NEW.with_id is null and NEW.id % ${cutEvery} = 0`,
  statements: [
    `delete from row_history where user_id = NEW.user_id and id <= (
      select max(id) from (
        select id, sum(bytes) over (order by id desc) as total from row_history where user_id = NEW.user_id
      ) as newest where total > ${limits.history.bytes}
    )`,
  ],
};
