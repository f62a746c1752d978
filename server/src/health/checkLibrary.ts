import { lastBackup } from '../backup/backupRecord.ts';
import type { Services } from '../services/services.ts';
import { freeBytes } from './freeBytes.ts';

/** Result of a check: a message, or the reason for the failure. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
}

type CheckedServices = Pick<Services, 'blobs' | 'config' | 'db' | 'engine'>;

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MB`;

/** Checks every configured part in turn, without changing anything. */
export async function checkLibrary({ blobs, config, db, engine }: CheckedServices): Promise<Check[]> {
  const { mail, oidc } = config;
  const looks: [string, () => Promise<string>][] = [
    [
      'database',
      async () => {
        const { users } = await db
          .selectFrom('users')
          .select(({ fn }) => fn.countAll().as('users'))
          .executeTakeFirstOrThrow();
        const kind = engine.shared ? 'PostgreSQL' : 'SQLite';
        return `${kind}, ${megabytes(await engine.size())}, ${users} readers`;
      },
    ],
    [
      'files',
      async () => {
        await blobs.check();
        return config.bucket === null ? `in ${config.dataDir}` : `in the bucket ${config.bucket.bucket}`;
      },
    ],
    [
      'disk',
      async () => {
        const free = await freeBytes(config.dataDir);
        return free === null ? 'its room cannot be told' : `${megabytes(free)} are left`;
      },
    ],
    [
      'backup',
      async () => {
        const last = await lastBackup(db);
        if (last?.error) throw new Error(last.error);
        if (!last?.ok_at)
          return config.backups ? 'none yet' : 'none; set LECTERN_BACKUP_DIR for one every night';
        return `of ${last.ok_at}, with ${last.faults} files missing or changed`;
      },
    ],
  ];
  if (mail)
    looks.push([
      'mail',
      async () => {
        const mailer = (await import('../mail/mailer.ts')).smtpMailer(mail);
        await mailer.check().finally(() => mailer.close());
        return `${new URL(mail.url).host} takes mail from ${mail.from}`;
      },
    ]);
  if (oidc)
    looks.push([
      'provider',
      async () => {
        const { oidcClient } = await import('../auth/oidc/oidcClient.ts');
        await oidcClient(oidc, () => new Date()).begin('https://example.org/callback');
        return `${oidc.issuer} answers`;
      },
    ]);
  const checks: Check[] = [];
  for (const [name, look] of looks)
    checks.push(
      await look().then(
        (message) => ({ name, ok: true, message }),
        (error: unknown) => ({
          name,
          ok: false,
          message: error instanceof Error ? error.message : String(error),
        }),
      ),
    );
  return checks;
}
