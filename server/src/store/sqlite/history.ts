import type { HistoryDialect } from '../historyDialect.ts';

/** The triggers of store/history on SQLite. Its functions belong to the connection (openSqlite.ts). */
export const sqliteHistory: HistoryDialect = {
  begin: [],
  fields: 'json_each(row_history."row") as field',
  fieldsOfPart: 'json_each(part."row") as one, json_each(one.value) as field',
  like: 'like',
  object: (row, columns) => `json_object(${columns.map((name) => `'${name}', ${row}."${name}"`).join(', ')})`,
  array: (objects) => `json_group_array(json(${objects}))`,
  trigger: ({ name, table, event, when = 'true', unless = 'true', statements }) => [
    `drop trigger if exists ${name}`,
    `create trigger ${name} ${event} on ${table} when (${when}) and (${unless}) begin ${statements.join('; ')}; end`,
  ],
};
