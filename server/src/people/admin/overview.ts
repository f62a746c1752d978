import type { OperatorWarning, Overview } from '@lectern/shared-contracts/api/admin.ts';
import { sql } from 'kysely';
import type { Services } from '../../run/services/services.ts';
import { freeBytes, lowDiskBytes } from '../../run/watch/readiness.ts';
import { lastBackup } from '../../store/backup/backupManifest.ts';
import { lastDrill } from '../../store/backup/drill/drillResults.ts';
import { registrationOf } from '../auth/registration.ts';

const hour = 3_600_000;
/** A backup older than this many milliseconds, or none at all, causes a warning. */
const oldBackup = 8 * 24 * hour;
/** An upload that waits longer than this many milliseconds causes a warning. */
const longWait = hour;

/** Key figures of the library, and warnings for its operator. */
export async function overview(services: Services): Promise<Overview> {
  const { db, config } = services;
  const { users, since } = await db
    .selectFrom('users')
    .select(({ fn }) => [fn.countAll().as('users'), fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow();
  const { books, bytes } = await db
    .selectFrom('books')
    .select(({ fn }) => [
      fn.countAll().as('books'),
      sql`coalesce(sum(file_size), 0) + coalesce((select sum(file_size) from book_files), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  const [free, last_backup, last_drill] = [
    await freeBytes(config.dataDir),
    await lastBackup(db),
    await lastDrill(db),
  ];
  const now = services.now().getTime();
  const age = (moment: string | null | undefined) => (moment ? now - Date.parse(moment) : 0);
  const warnings: [OperatorWarning, boolean][] = [
    ['disk_low', free !== null && free < lowDiskBytes],
    ['backup_failed', last_backup !== null && last_backup.error !== null],
    ['backup_old', age(last_backup?.ok_at ?? since) > oldBackup],
    ['drill_failed', last_drill?.state === 'failed'],
    ['files_missing', (last_backup?.faults ?? 0) > 0],
    ['uploads_waiting', age(await longestWaiting(services)) > longWait],
  ];
  return {
    version: config.version,
    engine: config.databaseUrl === null ? 'sqlite' : 'postgres',
    users: Number(users),
    books: Number(books),
    bytes: Number(bytes),
    free,
    database_bytes: await services.engine.size().catch(() => null),
    last_backup,
    last_drill,
    nightly_backups: config.backups !== null,
    registration: await registrationOf(services),
    mail: services.mail !== null,
    warnings: [
      ...services.operatorWarnings,
      ...warnings.flatMap(([warning, holds]) => (holds ? [warning] : [])),
    ],
  };
}

/** When the upload that has waited longest was queued; undefined when none waits. */
async function longestWaiting({ db }: Services): Promise<string | undefined> {
  const first = await db
    .selectFrom('uploads')
    .select('updated_at')
    .where('state', 'in', ['queued', 'ingesting'])
    .orderBy('updated_at')
    .limit(1)
    .executeTakeFirst();
  return first?.updated_at;
}
