import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { DatabaseDamaged, StartError } from '../../run/common/errors.ts';
import { explainFullDisk, storageFault } from '../../run/common/storageFault.ts';
import type { Db } from '../db.ts';

/**
 * Databases up to this size are checked at every start (0.2 s for 250 MB); larger ones are checked by backups, which
 * read everything.
 */
const maxCheckedBytes = 512 * 1024 ** 2;

/** @throws DatabaseDamaged */
export async function refuseDamaged(db: Db, path: string): Promise<void> {
  if (statSync(path).size > maxCheckedBytes) return;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const result = rows[0]?.quick_check ?? 'ok';
  if (result !== 'ok') throw new DatabaseDamaged(path, result.replaceAll(/\s+/g, ' ').trim());
}

/** Explains errors of SQLite to the operator; returns other errors unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  const fault = storageFault(error);
  if (fault === 'storage_damaged') return new DatabaseDamaged(path, error.message);
  if (fault === 'storage_full') return explainFullDisk(error, path);
  if (/^SQLITE_(CANTOPEN|READONLY|IOERR|PERM|BUSY|LOCKED)/.test(code))
    return new StartError(
      `The database ${path} cannot be used (${error.message}). Look at the free space of the disk, at the permissions of the file and its folder, and at other programs that have it open. Nothing was changed.`,
    );
  return error;
}
