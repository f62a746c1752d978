import type { Engine } from '../engine.ts';
import { createSqliteFullText, sqliteFullText } from './fullText.ts';
import { openSqlite } from './openSqlite.ts';

/** SQLite in a file of this machine, with one process at work on it. */
export function sqliteEngine(path: string): Engine {
  return {
    db: openSqlite(path),
    schema: {
      text: 'text',
      addRowNumber: (table, column) =>
        table.addColumn(column, 'integer', (c) => c.primaryKey().autoIncrement()),
      createFullText: createSqliteFullText,
    },
    fullText: sqliteFullText,
    shared: false,
    // A transaction has the database to itself from its first word.
    takeTurn: async () => {},
    isConflict: () => false,
  };
}
