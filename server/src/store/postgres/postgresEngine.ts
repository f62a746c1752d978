import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { createPostgresFullText, postgresFullText, rebuildPostgresFullText } from './fullText.ts';
import { openPostgres } from './openPostgres.ts';

const conflicts = new Set(['40001', '40P01']);

/** PostgreSQL, on which several processes may be at work. */
export function postgresEngine(url: string): Engine {
  const db = openPostgres(url);
  return {
    db,
    schema: {
      text: sql`text collate "C"`,
      addRowNumber: (table, column) =>
        table.addColumn(column, 'bigint', (c) => c.generatedByDefaultAsIdentity().primaryKey()),
      createFullText: createPostgresFullText,
      rebuildFullText: rebuildPostgresFullText,
      createWordList: async () => {},
      gatherFullText: async () => {},
    },
    fullText: postgresFullText,
    shared: true,
    async takeTurn(db, name) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`lectern ${name}`}, 0))`.execute(db);
    },
    readSnapshot: (work) =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    isConflict: (error) => error instanceof Error && 'code' in error && conflicts.has(String(error.code)),
  };
}
