import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { DatabaseDamaged, StartError } from '../../common/errors.ts';
import type { Db } from '../db.ts';

/**
 * A database up to this size is looked through at every start (0.2 s for 250 MB); a larger one is checked
 * by its backups, which read all of it.
 */
const mostCheckedBytes = 512 * 1024 ** 2;

/** @throws DatabaseDamaged */
export async function refuseDamaged(db: Db, path: string): Promise<void> {
  if (statSync(path).size > mostCheckedBytes) return;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const found = rows[0]?.quick_check ?? 'ok';
  if (found !== 'ok') throw new DatabaseDamaged(path, found.replaceAll(/\s+/g, ' ').trim());
}

/** What SQLite refuses, in a sentence for whoever runs the library; any other error as it is. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return new DatabaseDamaged(path, error.message);
  if (code === 'SQLITE_FULL')
    return new StartError(`The disk of ${path} is full. Make room, then start again. Nothing was changed.`);
  if (/^SQLITE_(CANTOPEN|READONLY|IOERR|PERM|BUSY|LOCKED)/.test(code))
    return new StartError(
      `The database ${path} cannot be used (${error.message}). Look at the permissions of the file and its folder, at the disk, and at other programs that have it open. Nothing was changed.`,
    );
  return error;
}
