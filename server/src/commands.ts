/** The commands of cli.ts. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { folderCommand } from './intake/folders/folderCommand.ts';
import { openBlobs } from './intake/staging/openBlobs.ts';
import { stagingFolder } from './intake/staging/staging.ts';
import { setAdmin } from './people/admin/accounts.ts';
import { deviceSessions, endAllSessions } from './people/auth/credentials/refreshTokens.ts';
import { removeSecondFactor } from './people/auth/factors/secondFactor.ts';
import { issueResetToken } from './people/auth/resetTokens.ts';
import { findByEmail } from './people/auth/users.ts';
import type { SecurityEventDetails, SecurityEventKind } from './people/security/securityEvents.ts';
import { createSecurityLog } from './people/security/securityLog.ts';
import { StartError } from './run/common/errors.ts';
import { explainFullDisk } from './run/common/storageFault.ts';
import { bucketAddress, bucketOfAddress } from './run/config/bucketSettings.ts';
import { loadConfig } from './run/config/config.ts';
import {
  hasBookFiles,
  hasDatabaseFile,
  notedAddress,
  prepareDataFolder,
} from './run/dataFolder/dataFolder.ts';
import { lockDataFolder } from './run/dataFolder/lockDataFolder.ts';
import type { Services } from './run/services/services.ts';
import { checkLibrary } from './run/watch/checkLibrary.ts';
import { type BackupManifest, recordBackup } from './store/backup/backupManifest.ts';
import type { BackupStore } from './store/backup/backupStore.ts';
import { beginDrill } from './store/backup/drill/drillFolder.ts';
import { runDrill } from './store/backup/drill/runDrill.ts';
import { makeBackup } from './store/backup/makeBackup.ts';
import { listBackups, openBackup, openBackups } from './store/backup/openBackups.ts';
import { restoreBackup, restoreSecret, secretOf } from './store/backup/restoreBackup.ts';
import { verifyBackup } from './store/backup/verifyBackup.ts';
import type { Db } from './store/db.ts';
import { openStore } from './store/open/openStore.ts';

const usage =
  'Usage: cli.ts reset-link <email> | reset-second-factor <email> | end-sessions <email> | make-admin <email> | folder add <email> <path> | folder list | folder remove <id> | reports | check | drill | backup <empty folder> | backups | verify <folder> | restore <folder>';

type CliServices = Pick<Services, 'blobs' | 'config' | 'db' | 'engine' | 'now' | 'staging'>;
type Command = (services: CliServices, argument: string, ...more: string[]) => Promise<string>;

/** Runs a command; the exit code is 1 when it fails. */
export async function runCommand(args: string[]): Promise<void> {
  // As in main.ts: new files are readable by their owner only.
  process.umask(0o077);
  await main(args).catch((error: unknown) => {
    const explained = explainFullDisk(error, dataFolder());
    process.stderr.write(`${explained instanceof Error ? explained.message : String(explained)}\n`);
    process.exitCode = 1;
  });
}

async function main([command, argument, ...more]: string[]): Promise<void> {
  if (command === 'verify' && argument)
    return printManifest('Whole', await verifyBackup(await backupAt(argument)));
  if (command === 'restore' && argument) return restore(await backupAt(argument));
  const needsArgument = !['reports', 'check', 'drill', 'backups'].includes(command ?? '');
  if (!commands.has(command ?? '') || (needsArgument && !argument)) throw new StartError(usage);
  const services = await openLibrary({ create: false });
  try {
    process.stdout.write((await commands.get(command ?? '')?.(services, argument ?? '', ...more)) ?? '');
  } finally {
    await services.db.destroy();
  }
}

const line =
  (command: (services: CliServices, email: string) => Promise<string>): Command =>
  async (services, email) =>
    `${await command(services, email)}\n`;

/** Opens a backup by its folder, or by s3://bucket/prefix on S3_ENDPOINT. */
async function backupAt(place: string): Promise<BackupStore> {
  const bucket = bucketOfAddress('A backup', place, process.env);
  return openBackup(bucket ?? resolve(place), stagingFolder({ dataDir: dataFolder() }));
}

const dataFolder = () => resolve(process.env.DATA_DIR || 'data');

async function openLibrary({ create }: { create: boolean }): Promise<CliServices> {
  const dataDir = dataFolder();
  if (!create && !process.env.DATABASE_URL && !hasDatabaseFile(dataDir))
    throw new StartError(
      `There is no library in ${dataDir}${process.env.DATA_DIR ? '' : ', which is taken because DATA_DIR is not set'}. Set DATA_DIR to the folder of the library. Nothing was changed.`,
    );
  const config = loadConfig(process.env);
  const engine = await openStore(config, { create, role: 'command' });
  const { db } = engine;
  return { engine, config, db, ...(await openBlobs(config, db)), now: () => new Date() };
}

async function backup(services: CliServices, folder: string): Promise<string> {
  const manifest = await makeBackup(services, await backupAt(folder));
  const { made_at: at, faults = [] } = manifest;
  await recordBackup(services.db, { at, ok_at: at, error: null, faults: faults.length });
  for (const { key, title, fault } of faults)
    process.stderr.write(
      fault === 'missing'
        ? `Missing in the library, and so in the backup: ${key} of \u201c${title}\u201d.\n`
        : `Not the file that was uploaded: ${key} of \u201c${title}\u201d.\n`,
    );
  return summaryOf('Backed up', manifest);
}

/** Restores the last backup beside the library; the exit code is 1 when it fails. */
async function drill(services: CliServices): Promise<string> {
  setPriority(constants.priority.PRIORITY_LOW);
  const { config, db } = services;
  const mail = config.mail && (await import('./people/mail/mailer.ts')).smtpMailer(config.mail);
  const begun = await beginDrill({ ...services, mail });
  const findings = await runDrill(config, db, begun.folder).catch(
    (error: unknown) => explainFullDisk(error, config.dataDir) as Error,
  );
  const { error, ...found } = await begun.end(findings);
  if (error !== null) throw new StartError(error);
  return `Restored beside the library, and nothing is missing: ${found.readers} readers, ${found.notes} notes, ${found.marks} highlights and bookmarks, ${found.words} words, ${found.books_opened} books opened, as of ${found.backup_at}.\n`;
}

/** Lists each backup with its date and size, or why it cannot be restored. */
async function backups({ config }: CliServices): Promise<string> {
  if (config.backups === null)
    throw new StartError('LECTERN_BACKUP_DIR is not set: there are no nightly backups.');
  const { place } = config.backups;
  const address = typeof place === 'string' ? place : bucketAddress(place);
  const stores = await openBackups(place, stagingFolder(config));
  const listed = await listBackups(stores).catch((error: Error) => {
    throw new StartError(`LECTERN_BACKUP_DIR ${address} cannot be read: ${error.message}`);
  });
  if (listed.length === 0) return `There is no backup in ${address}.\n`;
  const lines = listed.map(({ address: at, manifest, problem }) =>
    manifest === null ? `${at}  ${problem}\n` : `${at}  ${summaryOf('Holds', manifest)}`,
  );
  return lines.join('');
}

/** The backup is verified before anything is written, and the server must not be running. */
async function restore(store: BackupStore): Promise<void> {
  const manifest = await verifyBackup(store);
  const dataDir = dataFolder();
  const wasEmpty = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  prepareDataFolder(dataDir);
  const unlock = process.env.DATABASE_URL ? () => {} : lockDataFolder(dataDir);
  try {
    // Before the settings are loaded, which would otherwise create a new secret.
    if (!hasDatabaseFile(dataDir) && !hasBookFiles(dataDir)) await restoreSecret(store, dataDir);
    const services = await openLibrary({ create: true });
    try {
      await restoreBackup(services, store, manifest);
      await reportSecret(store);
    } finally {
      await services.db.destroy();
    }
  } catch (error) {
    if (wasEmpty)
      for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  } finally {
    unlock();
  }
  printManifest('Restored', manifest);
}

/** Encrypted values, such as TOTP secrets, can be decrypted only with the secret of the time. */
async function reportSecret(store: BackupStore): Promise<void> {
  const inBackup = await secretOf(store);
  const given = process.env.LECTERN_SECRET;
  if (inBackup === null && !given)
    process.stderr.write(
      'The backup has no secret: set LECTERN_SECRET to that of the library that it was made of.\n',
    );
  else if (inBackup !== null && given && inBackup.trim() !== given)
    process.stderr.write(
      'LECTERN_SECRET is not the secret of the backup: everybody has to sign in again, and second factors do not work. Unset it to use the one of the backup.\n',
    );
}

function printManifest(done: string, manifest: BackupManifest): void {
  process.stdout.write(summaryOf(done, manifest));
}

function summaryOf(done: string, { rows, files, made_at }: BackupManifest): string {
  const { users = 0, books = 0, notes = 0, highlights = 0 } = rows;
  return `${done}: ${users} readers, ${books} books, ${notes} notes, ${highlights} highlights, ${files.length} files, as of ${made_at}.\n`;
}

/** In the fragment, which browsers do not send and logs do not contain. */
async function resetLink(services: CliServices, email: string): Promise<string> {
  const { db, config } = services;
  const user = await accountOf(db, email);
  await record(services, 'authn_password_reset_request', user.id, { by: 'command_line' });
  const own = `${config.origin ?? `http://${config.host}:${config.port}`}${config.basePath}`;
  const address = config.origin === null ? (notedAddress(config.dataDir) ?? own) : own;
  return `${address}/login#reset=${await issueResetToken(db, user.id, new Date())}`;
}

/** For users who have lost both app and recovery codes. Passkeys and password stay. */
async function resetSecondFactor(services: CliServices, email: string): Promise<string> {
  const { db } = services;
  const user = await accountOf(db, email);
  const wasSet = await db.transaction().execute((trx) => removeSecondFactor(trx, user.id));
  if (!wasSet) return `${user.email} was asked for no code before either.`;
  await record(services, 'authn_factor_change', user.id, { factor: 'totp', change: 'removed' });
  return `${user.email} is asked for no code any more, and can set up another app in the settings.`;
}

/** For a stolen password or device. The password stays: reset-link sets a new one. */
async function endSessions(services: CliServices, email: string): Promise<string> {
  const { db, engine, now } = services;
  const user = await accountOf(db, email);
  const sessions = await db.transaction().execute(async (trx) => {
    const open = await deviceSessions(trx, { id: user.id, sessionId: null }, now());
    await endAllSessions(trx, user.id, now());
    return open.length;
  });
  await record(services, 'session_ended', user.id, { reason: 'by_command_line', sessions });
  // Without PostgreSQL, the server ends their streams of events within half a minute.
  if (engine.shared) {
    const { publishFromCommand } = await import('./http/events/postgresEvents.ts');
    await publishFromCommand(db, { kind: 'signed out' });
  }
  return `${user.email} was signed out on ${sessions} devices.`;
}

async function makeAdmin(services: CliServices, email: string): Promise<string> {
  const { db, engine } = services;
  const user = await accountOf(db, email);
  const changed = await db.transaction().execute(async (trx) => {
    await engine.acquireLock(trx, 'accounts');
    return setAdmin(trx, user.id, true);
  });
  if (!changed) return `${user.email} is an administrator already.`;
  const details = { role: 'admin', change: 'granted', by: 'command_line' } as const;
  await record(services, 'privilege_permissions_changed', user.id, details);
  return `${user.email} is an administrator now.`;
}

async function accountOf(db: Db, email: string) {
  const user = await findByEmail(db, email);
  if (!user) throw new StartError(`There is no account with the address ${email}.`);
  return user;
}

/** Written to the security log; the server's own log belongs to the running server. */
async function record<Kind extends SecurityEventKind>(
  { db, config, now }: CliServices,
  kind: Kind,
  userId: string,
  details: SecurityEventDetails[Kind],
): Promise<void> {
  const log = createSecurityLog({ db, config, now, log: null });
  log.record(null, kind, userId, details);
  await log.close();
}

async function folder(services: CliServices, action: string, ...more: string[]): Promise<string> {
  const answer = await folderCommand(services, [action, ...more], (email) => accountOf(services.db, email));
  if (answer === null) throw new StartError(usage);
  return answer;
}

async function reports({ db }: CliServices): Promise<string> {
  let lines = '';
  for (const { kind, created_at, body } of await db
    .selectFrom('reports')
    .selectAll()
    .orderBy('created_at')
    .execute()) {
    lines += `${created_at} ${kind} ${body}\n`;
  }
  return lines;
}

/** Prints one line per part; the exit code is 1 when a check fails. */
async function check(services: CliServices): Promise<string> {
  const checks = await checkLibrary(services);
  if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
  return checks.map(({ name, ok, message }) => `${ok ? 'ok    ' : 'FAILED'} ${name}: ${message}\n`).join('');
}

/** Commands that need an existing library, by name. Each returns its output. */
const commands = new Map<string, Command>([
  ['reset-link', line(resetLink)],
  ['reset-second-factor', line(resetSecondFactor)],
  ['end-sessions', line(endSessions)],
  ['make-admin', line(makeAdmin)],
  ['folder', folder],
  ['reports', reports],
  ['check', check],
  ['drill', drill],
  ['backup', backup],
  ['backups', backups],
]);
