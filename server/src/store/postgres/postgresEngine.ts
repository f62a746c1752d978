import { sql } from 'kysely';
import { type Engine, lockedTransactions } from '../engine.ts';
import {
  createPostgresFullText,
  createPostgresWords,
  postgresFullText,
  rebuildPostgresFullText,
  reindexPostgresPassages,
} from './fullText.ts';
import { openPostgres } from './openPostgres.ts';

const conflicts = new Set(['40001', '40P01']);

/**
 * PostgreSQL, on which several processes may be at work.
 * @param timeout milliseconds that a statement may take; null for as long as it likes
 */
export function postgresEngine(url: string, timeout: number | null): Engine {
  const db = openPostgres(url, timeout);
  const acquireLock: Engine['acquireLock'] = async (trx, name) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lectern ${name}`}, 0))`.execute(trx);
  };
  return {
    db,
    schema: {
      text: sql`text collate "C"`,
      generated: 'stored',
      addRowNumber: (table, column) =>
        table.addColumn(column, 'bigint', (c) => c.generatedByDefaultAsIdentity().primaryKey()),
      createFullText: createPostgresFullText,
      rebuildFullText: rebuildPostgresFullText,
      replaceTextRules: createPostgresWords,
      reindexPassages: reindexPostgresPassages,
      createWordList: async () => {},
      gatherFullText: async () => {},
    },
    fullText: postgresFullText,
    stop: async () => {},
    shared: true,
    acquireLock,
    withLock: lockedTransactions({ db, acquireLock }),
    readSnapshot: (work) =>
      db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    isConflict: (error) => error instanceof Error && 'code' in error && conflicts.has(String(error.code)),
  };
}
