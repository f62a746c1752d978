import { lastBackup } from '../../store/backup/backupManifest.ts';
import { countOf } from '../../store/ownRows.ts';
import type { MailSettings, OidcSettings } from '../config/serviceSettings.ts';
import type { Services } from '../services/services.ts';
import { freeBytes, lowDiskBytes } from './readiness.ts';

/** Result of a check: a message, or the reason for the failure. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
}

type CheckedServices = Pick<Services, 'blobs' | 'config' | 'db' | 'engine'>;

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MB`;

/** Checks every configured part in turn, without changing anything. */
export async function checkLibrary(services: CheckedServices): Promise<Check[]> {
  const { mail, oidc } = services.config;
  const checks = [
    await result('database', () => checkDatabase(services)),
    await result('files', () => checkFiles(services)),
    await result('disk', () => checkDisk(services)),
    await result('backup', () => checkBackup(services)),
  ];
  if (mail) checks.push(await result('mail', () => checkMail(mail)));
  if (oidc) checks.push(await result('provider', () => checkProvider(oidc)));
  return checks;
}

async function result(name: string, check: () => Promise<string>): Promise<Check> {
  return check().then(
    (message) => ({ name, ok: true, message }),
    (error: unknown) => ({
      name,
      ok: false,
      message: error instanceof Error ? error.message : String(error),
    }),
  );
}

async function checkDatabase({ db, engine }: CheckedServices): Promise<string> {
  const users = await countOf(db.selectFrom('users'));
  const kind = engine.shared ? 'PostgreSQL' : 'SQLite';
  return `${kind}, ${megabytes(await engine.size())}, ${users} readers`;
}

async function checkFiles({ blobs, config }: CheckedServices): Promise<string> {
  await blobs.check();
  return config.bucket === null ? `in ${config.dataDir}` : `in the bucket ${config.bucket.bucket}`;
}

async function checkDisk({ config }: CheckedServices): Promise<string> {
  const free = await freeBytes(config.dataDir);
  if (free === null) return 'the free space is unknown';
  if (free < lowDiskBytes)
    throw new Error(`only ${megabytes(free)} are free. Make room on the disk of ${config.dataDir}.`);
  return `${megabytes(free)} are free`;
}

async function checkBackup({ db, config }: CheckedServices): Promise<string> {
  const last = await lastBackup(db);
  if (last?.error) throw new Error(last.error);
  if (!last?.ok_at) return config.backups ? 'none yet' : 'none; set LECTERN_BACKUP_DIR for one every night';
  return `of ${last.ok_at}, with ${last.faults} files missing or changed`;
}

async function checkMail(mail: MailSettings): Promise<string> {
  const mailer = (await import('../../people/mail/mailer.ts')).smtpMailer(mail);
  await mailer.check().finally(() => mailer.close());
  return `${new URL(mail.url).host} takes mail from ${mail.from}`;
}

async function checkProvider(oidc: OidcSettings): Promise<string> {
  const { oidcClient } = await import('../../people/auth/oidc/oidcClient.ts');
  await oidcClient(oidc, () => new Date()).begin('https://example.org/callback');
  return `${oidc.issuer} answers`;
}
