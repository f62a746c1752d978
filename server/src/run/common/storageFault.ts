import { type ErrorCode, StartError } from './errors.ts';

export type StorageFault = Extract<ErrorCode, 'storage_full' | 'storage_unwritable' | 'storage_damaged'>;

/**
 * Codes of the system, SQLite and PostgreSQL. SQLite reports a full disk as SQLITE_FULL only for its database and log:
 * its shared memory has another code, and an exceeded quota is like any other error of a write.
 */
const faults: readonly [StorageFault, RegExp][] = [
  ['storage_full', /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE|53100)$/],
  [
    'storage_unwritable',
    /^(EROFS|EIO|58030|SQLITE_(READONLY|CANTOPEN)\w*|SQLITE_IOERR_(WRITE|\w*FSYNC|TRUNCATE|SHM\w+|DELETE|\w*ATOMIC))$/,
  ],
  ['storage_damaged', /^(SQLITE_(CORRUPT|NOTADB)\w*|XX00[12])$/],
];

/** What is wrong with the disk or the database; null for other errors. */
export function storageFault(error: unknown): StorageFault | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const code = String(error.code);
  return faults.find(([, codes]) => codes.test(code))?.[0] ?? null;
}

/**
 * Explains a full disk to the operator; returns other errors unchanged.
 * @param place what was written to
 */
export function explainFullDisk(error: unknown, place: string): unknown {
  if (storageFault(error) !== 'storage_full') return error;
  return new StartError(`The disk of ${place} is full. Make room, then try again. Nothing was changed.`);
}
