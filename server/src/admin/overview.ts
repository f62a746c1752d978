import { statfs } from 'node:fs/promises';
import type { Overview } from '@lectern/shared-contracts/api/admin.ts';
import { sql } from 'kysely';
import { registrationOf } from '../auth/registration.ts';
import type { Services } from '../services/services.ts';

/** The library in a few numbers. */
export async function overview(services: Services): Promise<Overview> {
  const { db, config } = services;
  const { users } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('users'))
    .executeTakeFirstOrThrow();
  const { books, bytes } = await db
    .selectFrom('books')
    .select(({ fn }) => [fn.countAll().as('books'), sql`coalesce(sum(file_size), 0)`.as('bytes')])
    .executeTakeFirstOrThrow();
  const disk = await statfs(config.dataDir).catch(() => null);
  return {
    version: config.version,
    engine: config.databaseUrl === null ? 'sqlite' : 'postgres',
    users: Number(users),
    books: Number(books),
    bytes: Number(bytes),
    free: disk && Math.floor(disk.bavail * disk.bsize),
    registration: await registrationOf(services),
    mail: services.mail !== null,
    warnings: [...services.operatorWarnings],
  };
}
